import FoundationEssentials
import Platform

/// The folder of the demonstration app that `make install` creates: the modules, and answers for them.
enum DemoFolder {
    /// Returns the folders that `--demo` adds to the search; none in a checkout, where the modules of the app are next
    /// to the executable.
    static func folders(of executable: String = Executable.path) throws(Failure) -> [String] {
        let installed = installed(for: executable)
        if Path.isFolder(installed) { return [installed] }
        guard FileManager.default.fileExists(atPath: Path.folder(of: executable) + "/libAccount.so") else {
            throw Failure(
                usage:
                    "--demo did not find an app in \(installed); install it with `make install`, or name a folder "
                    + "of modules with --modules DIR")
        }
        return []
    }

    /// Returns the folder with the answers for the app; `nil` if there is none. It contains `services`, with a folder
    /// for each web service, and `table.json`, for URLs that no module answers.
    static func answers(of executable: String = Executable.path) -> String? {
        var build = Path.folder(of: executable)
        while build != "/", Path.name(of: build) != ".build" { build = Path.folder(of: build) }
        let checkout = build == "/" ? [] : [Path.folder(of: build) + "/Examples/RemoteServer"]
        let folders = [installed(for: executable)] + checkout
        return folders.first(where: Path.isFolder)
    }

    private static func installed(for executable: String) -> String {
        Path.folder(of: Path.folder(of: Path.folder(of: executable))) + "/share/switchboard/demo"
    }
}
