@_spi(Host) import ModuleKit
import Platform

/// `remote …`: the group of commands for the remotes.
struct RemoteCommand: Command {
    /// The commands in the order of the help.
    static let all: [any Command.Type] = [RemoteStatusCommand.self, RemoteFlushCommand.self]
    static let description = CommandDescription(
        name: "remote", words: all.map { $0.description.name }.joined(separator: "|"),
        summary: "see how the remotes fare, and forget what they answered", commands: all, needsModules: false)

    private let command: any Command

    init(_ arguments: Arguments) throws(UsageError) { command = try Self.choose(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode { try await command.run(in: session) }
}

/// `remote flush`: removes the cached answers of the remotes.
struct RemoteFlushCommand: Command {
    static let description = CommandDescription(
        name: "flush", summary: "forget what the remotes answered", needsModules: false)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        var flushed: [String] = []
        for resolver in session.mediator.resolvers where resolver.webServices.isEmpty && resolver.status != nil {
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

/// `remote status`: prints the cache, the hit rate and the last errors of each remote.
struct RemoteStatusCommand: Command {
    static let description = CommandDescription(
        name: "status", summary: "show what each remote keeps, how often that was enough, and its last errors",
        needsModules: false)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let remotes = session.mediator.resolvers.filter { !($0 is WebPages) }.map(RemoteState.init)
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

/// A remote and its condition in the output.
private struct RemoteState: Encodable {
    let name: String
    let status: ResolverStatus?
    /// The version of the cached table of a remote with grants.
    let table: String?

    init(_ resolver: any Resolver) {
        (name, status) = (resolver.name, resolver.status)
        table = (resolver as? ConfiguredRemote)?.knownTable.map { PlainText.line($0.version, limit: 40) }
    }
}

/// The expected answers of the remotes, as text and in the output.
enum RemoteText {
    /// One remote, for `resolve --explain`.
    struct Row: Encodable {
        let remote: String
        /// Whether the remote would have to be asked.
        let isAsked: Bool
        /// The answer in words; `nil` if there is none.
        var answer: String?
        var source: String?
        /// The age in seconds.
        var age: Int?
        var freshFor: Int?

        private enum CodingKeys: String, CodingKey {
            case remote, answer, source, age
            case isAsked = "is_asked"
            case freshFor = "fresh_for"
        }
    }

    static func row(_ resolver: String, _ answer: RecalledAnswer?) -> Row {
        guard let known = answer else { return Row(remote: resolver, isAsked: true) }
        return Row(
            remote: resolver, isAsked: known.freshFor.map { $0 <= 0 } ?? false,
            answer: known.resolution?.words, source: known.source, age: known.age, freshFor: known.freshFor)
    }

    static func line(_ row: Row) -> String {
        guard let source = row.source else { return PlainText.line("remote \(row.remote): would be asked") }
        let age = row.age.map { ", \($0) s old" } ?? ""
        let fresh =
            row.freshFor.map { $0 > 0 ? ", fresh for \($0) s" : ", stale: would be asked whether it is still right" }
            ?? ""
        let answer = row.answer ?? "no answer"
        return PlainText.line("remote \(row.remote): \(answer), from \(source)\(age)\(fresh)")
    }
}
