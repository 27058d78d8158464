@_spi(Host) import ModuleKit
import Platform

extension Command {
    static let stats = Command(
        name: "stats", summary: "show the requests of this session by route: counts, errors and latencies",
        need: .shell
    ) { session, _ throws(Failure) in
        let rows = session.observer.statistics.all
        var table = TextTable("VERB", "ROUTE", "MODULE", "COUNT", "ERRORS", "MEDIAN", "95 %")
        for row in rows {
            table.add(
                row.verb, row.route, row.module ?? "–", "\(row.count)", "\(row.errors)",
                words(row.latency.quantile(0.5)), words(row.latency.quantile(0.95)))
        }
        return try session.console.show("stats", rows, table)
    }

    /// Returns the upper bound of a latency as text in milliseconds. `bound` is in seconds; `nil` means more than 10 s.
    private static func words(_ bound: Double?) -> String {
        guard let bound else { return "more than 10 s" }
        let milliseconds = bound * 1_000
        return milliseconds < 1 ? "≤ \(milliseconds) ms" : "≤ \(Int(milliseconds)) ms"
    }
}
