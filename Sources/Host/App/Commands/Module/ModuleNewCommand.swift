@_spi(Host) import ModuleKit
import Platform

/// `module new NAME`: writes the package of a module, with tests that pass.
struct ModuleNewCommand: Command {
    static let path = Option("--path", value: "DIR", "the folder in which the package's own folder is made")
    static let description = CommandDescription(
        name: "new", words: "NAME", summary: "write a package with a module, its tests and what they need",
        options: [path], needsModules: false)

    /// The result of the command.
    private struct Answer: Encodable {
        let folder: String
        /// The next commands for the user.
        let next: [String]
    }

    private let name: ModuleName
    /// The parent folder of the package, as it was written.
    private let parent: String

    init(_ arguments: Arguments) throws(UsageError) {
        let word = try Self.word(of: arguments)
        do {
            name = try ModuleName(word)
        } catch {
            throw .invalidName(error)
        }
        parent = arguments.values(Self.path).last ?? ""
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        guard let sdk = SDKLocation.find() else { throw SDKCommand.notFound }
        let folder = Path.absolute(parent)
        let package = ModulePackage(name: name, parent: folder, sdk: sdk.package(below: folder))
        do {
            try package.write()
        } catch {
            throw Failure(code: "notMade", message: "\(error)", exitCode: .failed)
        }
        session.tellOfNamesake(name.text)
        let answer = Answer(folder: package.folder, next: next(package.sdk, sdk))
        let lines = ["\(name.text) was made in \(package.folder); type next:"] + answer.next.map { "  " + $0 }
        try session.console.show(
            "module_package", answer, text: lines.map { PlainText.line($0) }.joined(separator: "\n"))
        return .done
    }

    /// Returns the commands for a shell in the folder in which this command was typed; the manifest names a package of the SDK.
    private func next(_ package: String, _ sdk: SDKLocation) -> [String] {
        let folder = parent.isEmpty ? name.text : parent + "/" + name.text
        let host = "switchboard"
        // A prebuilt SDK is not compiled again for each package.
        let isBuilt = sdk.modules == nil || sdk.modules == package
        return ["cd \(ShellWords.quote(folder))"]
            + (Executable.word == host ? [] : ["export PATH=\(ShellWords.quote(Executable.folder)):$PATH"])
            + (isBuilt ? [] : ["export SWITCHBOARD_SDK=$(\(host) sdk path --modules)"])
            + [
                // The tests run without the host, which has the storage.
                "export SWITCHBOARD_STORAGE=$(\(host) sdk path --storage)",
                "swift test --build-system native", "swift build --build-system native",
                "\(host) module check .build/debug/lib\(name.text).so",
                "\(host) --modules .build/debug open app://\(name.path)/you",
                "\(host) module install .",
            ]
    }
}
