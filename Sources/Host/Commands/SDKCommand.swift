/// `sdk path`: where the SDK's sources are.
struct SDKCommand: Command {
    static let description = CommandDescription(
        name: "sdk", words: "path", summary: "print where the SDK's sources are, for plugin packages",
        needsModules: false)

    init(_ arguments: Arguments) throws(UsageError) {
        guard try Self.word(of: arguments) == "path" else {
            throw .wrongWords(command: "sdk", usage: Self.description.usage)
        }
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        guard let path = SDKLocation.find() else {
            throw Failure(
                code: "noSDK", message: "the SDK's sources are not beside this host; install it with `make install`",
                exitCode: .failed)
        }
        try session.console.show("sdk_path", path, text: path)
        return .done
    }
}
