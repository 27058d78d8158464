@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

extension Command {
    private static let path = Option("--path", value: "DIR", "the parent folder of the package")

    static let moduleNew = Command(
        name: "module new", words: "NAME", summary: "write a package with a module, its tests and what they need",
        options: [path], need: .nothing,
        read: { arguments throws(Failure) in
            let name = try ModuleName(arguments.words[0])
            let parent = arguments.values(path).last ?? ""
            return { session throws(Failure) in try makePackage(name, in: parent, session) }
        })

    /// Writes the package, and prints the commands to type next.
    ///
    /// - Parameter parent: the parent folder of the package, as the user wrote it.
    private static func makePackage(
        _ name: ModuleName, in parent: String, _ session: Session
    ) throws(Failure) -> ExitCode {
        let sdk = try SDKLocation.required()
        let folder = Path.absolute(parent)
        let package = ModulePackage(name: name, parent: folder, sdk: sdk.package(below: folder))
        try package.write()
        tellOfNamesake(name.text, session)
        // If the host has a prebuilt SDK that the package does not name, the printed commands make the build use that
        // SDK.
        let isBuilt = sdk.modules == nil || sdk.modules == package.sdk
        let place = parent.isEmpty ? name.text : parent + "/" + name.text
        let next = commands(for: name, in: place, isBuilt: isBuilt)
        let lines = ["\(name.text) was made in \(package.folder); type next:"] + next.map { "  " + $0 }
        return try session.console.show(
            "module_package", JSONObject(["folder": package.folder, "next": next]),
            text: lines.map { PlainText.line($0) }.joined(separator: "\n"), isSource: true)
    }

    /// Returns the commands that the user types next, in the folder in which `module new` was typed.
    private static func commands(for name: ModuleName, in folder: String, isBuilt: Bool) -> [String] {
        let host = "switchboard"
        return ["cd \(ShellWords.quote(folder))"]
            + (Executable.word == host ? [] : ["export PATH=\(ShellWords.quote(Executable.folder)):$PATH"])
            + (isBuilt ? [] : ["export SWITCHBOARD_SDK=$(\(host) sdk path --modules)"])
            + [
                // The tests run without the host, which normally provides the storage library.
                "export SWITCHBOARD_STORAGE=$(\(host) sdk path --storage)",
                "swift test --build-system native", "swift build --build-system native",
                "\(host) module check .build/debug/lib\(name.text).so",
                "\(host) --modules .build/debug open app://\(name.path)/you",
                "\(host) module install .",
            ]
    }

    /// If a searched folder already has a module of this name, reports that.
    private static func tellOfNamesake(_ name: String, _ session: Session) {
        guard let host = try? HostIdentity.current() else { return }
        // The search does not run code of modules.
        var discovery = PluginDiscovery(host: host, store: session.store, onlyReports: true, onlyModule: name)
        discovery.search(session.source.search.folders)
        guard let file = discovery.plugins.first?.file else { return }
        session.console.notice(
            "namesake",
            "\(file) already has a module \(name), and of two modules with one name only the first "
                + "runs; choose another name, unless this module is to replace it")
    }
}
