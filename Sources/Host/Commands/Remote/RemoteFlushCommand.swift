@_spi(Host) import ModuleKit

/// `remote flush`: forgets what the remotes answered.
struct RemoteFlushCommand: Command {
    static let description = CommandDescription(
        name: "flush", summary: "forget what the remotes answered", needsModules: false)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        var flushed: [String] = []
        for resolver in session.mediator.resolvers where resolver.status != nil {
            do {
                try resolver.flush()
            } catch {
                throw Failure(code: "remoteUnavailable", message: "\(error)", exitCode: .remoteUnavailable)
            }
            flushed.append(resolver.name)
        }
        let text =
            flushed.isEmpty
            ? "no remote keeps answers; name a service with --remote URL"
            : flushed.map { "\(PlainText.line($0)): forgotten" }.joined(separator: "\n")
        try session.console.show("flushed", flushed, text: text)
        return .done
    }
}
