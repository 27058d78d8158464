/// `sdk path`: where the SDK's sources are.
struct SDKCommand: Command {
    static let description = CommandDescription(
        name: "sdk", words: "path", summary: "print where the SDK's sources are, for plugin packages",
        needsModules: false)

    /// The failure of whatever needs the SDK's sources where there are none.
    static let notFound = Failure(
        code: "noSDK", message: "the SDK's sources are not beside this host; install it with `make install`",
        exitCode: .failed)

    init(_ arguments: Arguments) throws(UsageError) {
        let word = try Self.word(of: arguments)
        guard word == "path" else { throw Self.unknownWord(word, among: ["path"]) }
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        guard let path = SDKLocation.find() else { throw Self.notFound }
        try session.console.show("sdk_path", path, text: path)
        return .done
    }
}
