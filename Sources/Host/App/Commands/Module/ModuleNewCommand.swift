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
    private let parent: String

    init(_ arguments: Arguments) throws(UsageError) {
        let word = try Self.word(of: arguments)
        do {
            name = try ModuleName(word)
        } catch {
            throw .invalidName(error)
        }
        parent = Path.absolute(arguments.values(Self.path).last ?? "")
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        guard let sdk = SDKLocation.find() else { throw SDKCommand.notFound }
        let package = ModulePackage(name: name, parent: parent, sdk: sdk.lasting)
        do {
            try package.write()
        } catch {
            throw Failure(code: "notMade", message: "\(error)", exitCode: .failed)
        }
        session.tellOfNamesake(name.text)
        let answer = Answer(folder: package.folder, next: next(package.folder, sdk: sdk))
        let lines = ["\(name.text) was made in \(package.folder); type next:"] + answer.next.map { "  " + $0 }
        try session.console.show(
            "module_package", answer, text: lines.map { PlainText.line($0) }.joined(separator: "\n"))
        return .done
    }

    private func next(_ folder: String, sdk: SDKLocation) -> [String] {
        let products = folder + "/.build/debug"
        let switchboard = ShellWords.quote(Executable.word)
        // A prebuilt SDK is not compiled again for each package.
        let built = sdk.modules.flatMap { $0 == sdk.lasting ? nil : "SWITCHBOARD_SDK=\(ShellWords.quote($0)) " } ?? ""
        // The tests run without the host, which has the storage.
        let storage = "SWITCHBOARD_STORAGE=\(ShellWords.quote(SDKLocation.storage)) "
        return [
            "\(built)\(storage)swift test --build-system native --package-path \(ShellWords.quote(folder))",
            "\(built)swift build --build-system native --package-path \(ShellWords.quote(folder))",
            "\(switchboard) module check \(ShellWords.quote("\(products)/lib\(name.text).so"))",
            "\(switchboard) --modules \(ShellWords.quote(products)) open app://\(name.path)/you",
            "\(switchboard) module install \(ShellWords.quote(folder))",
        ]
    }
}
