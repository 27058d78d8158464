@_spi(Host) import ModuleKit

/// `remote status`: what the remotes keep, how often that was enough, and what went wrong last.
struct RemoteStatusCommand: Command {
    static let description = CommandDescription(
        name: "status", summary: "show what each remote keeps, how often that was enough, and its last errors",
        needsModules: false)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let remotes = session.mediator.resolvers.map(RemoteState.init)
        var table = TextTable("REMOTE", "ANSWERS", "BYTES", "HITS", "MISSES", "HIT RATE", "BREAKER", "TABLE")
        for remote in remotes {
            let status = remote.status
            table.add(
                remote.name, status.map { "\($0.answers)" } ?? "-", status.map { "\($0.bytes)" } ?? "-",
                status.map { "\($0.hits)" } ?? "-", status.map { "\($0.misses)" } ?? "-",
                status?.hitRate.map { "\(Int(($0 * 100).rounded())) %" } ?? "-", status?.breaker ?? "-",
                remote.table ?? "-")
        }
        let errors = remotes.flatMap { $0.status?.errors ?? [] }.map { "last error: \(PlainText.line($0))" }
        try session.console.show("remotes", remotes, text: (table.lines + errors).joined(separator: "\n"))
        return .done
    }
}

/// A remote and how it fares, as the output has it.
private struct RemoteState: Encodable {
    let name: String
    let status: ResolverStatus?
    /// The version of the table that is kept of a remote with grants.
    let table: String?

    init(_ resolver: any Resolver) {
        (name, status) = (resolver.name, resolver.status)
        table = (resolver as? ConfiguredRemote)?.knownTable.map { PlainText.line($0.version, limit: 40) }
    }
}
