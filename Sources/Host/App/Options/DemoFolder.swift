import FoundationEssentials
import Platform

/// The folder with the modules of the demonstration app, which `make install` makes.
enum DemoFolder {
    /// Returns the folders that `--demo` adds to the searched ones: none in a checkout, where the modules of the app lie beside
    /// the executable.
    static func folders(of executable: String = Executable.path) throws(UsageError) -> [String] {
        let own = Path.folder(of: executable)
        let installed = Path.folder(of: Path.folder(of: own)) + "/share/switchboard/demo"
        if Path.isFolder(installed) { return [installed] }
        guard FileManager.default.fileExists(atPath: own + "/libAccount.so") else {
            throw .noDemonstration(folder: installed)
        }
        return []
    }
}
