@_spi(Host) import ModuleKit
import Platform

extension Command {
    static let remote = Command(
        group: "remote", summary: "show the state of the remotes, and forget their answers",
        commands: [remoteStatus, remoteFlush])

    private static let remoteFlush = Command(
        name: "remote flush", summary: "forget the answers of the remotes", need: .nothing
    ) { session, _ throws(Failure) in
        var flushed: [String] = []
        for resolver in session.mediator.resolvers where resolver.webServices.isEmpty && resolver.status != nil {
            try Failure.describing(try resolver.flush()) { (error: ResolverError) in
                Failure("remoteUnavailable", "\(error)", .remoteUnavailable)
            }
            flushed.append(resolver.name)
        }
        let text =
            flushed.isEmpty
            ? "no remote keeps answers; name a service with --remote URL"
            : flushed.map { "\(PlainText.line($0)): forgotten" }.joined(separator: "\n")
        return try session.console.show("flushed", flushed, text: text)
    }

    private static let remoteStatus = Command(
        name: "remote status", summary: "show the cache, the hit rate and the last errors of each remote",
        need: .nothing
    ) { session, _ throws(Failure) in
        var table = TextTable("REMOTE", "ANSWERS", "BYTES", "HITS", "MISSES", "HIT RATE", "BREAKER", "TABLE")
        var (remotes, errors) = ([JSONObject](), [String]())
        for resolver in session.mediator.resolvers where !(resolver is WebPages) {
            let status = resolver.status
            // Only a remote with grants has a table of rules; `version` is the version of the cached table.
            let version = (resolver as? ConfiguredRemote)?.knownTable.map { PlainText.line($0.version, limit: 40) }
            remotes.append(JSONObject(["name": resolver.name, "status": status, "table": version]))
            table.add(
                resolver.name, status.map { "\($0.answers)" } ?? "-", status.map { "\($0.bytes)" } ?? "-",
                status.map { "\($0.hits)" } ?? "-", status.map { "\($0.misses)" } ?? "-",
                status?.hitRate.map { "\(Int(($0 * 100).rounded())) %" } ?? "-", status?.breaker ?? "-",
                version ?? "-")
            errors += (status?.errors ?? []).map { "last error: \(PlainText.line($0))" }
        }
        return try session.console.show("remotes", remotes, table, notes: errors)
    }
}
