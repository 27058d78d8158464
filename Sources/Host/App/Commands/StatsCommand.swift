@_spi(Host) import ModuleKit
import Platform

/// `stats`: shows the requests of this session by route: counts, errors and latencies.
struct StatsCommand: Command {
    static let prometheus = Option("--prometheus", "write the text format of Prometheus")
    static let description = CommandDescription(
        name: "stats", summary: "show the requests of this session by route: counts, errors and latencies",
        options: [prometheus], shellOnly: true)

    private let writesPrometheus: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        try Self.noWords(arguments)
        writesPrometheus = arguments.has(Self.prometheus)
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let rows = session.observer.statistics.all
        if writesPrometheus {
            guard session.console.format == .text else {
                throw Failure(.twoSources(Self.prometheus.name, HostOptions.json.name))
            }
            try session.console.show("stats", rows, text: PrometheusText.lines(rows).joined(separator: "\n"))
        } else {
            var table = TextTable("VERB", "ROUTE", "MODULE", "COUNT", "ERRORS", "MEDIAN", "95 %")
            for row in rows {
                table.add(
                    row.verb, row.route, row.module ?? "–", "\(row.count)", "\(row.errors)",
                    Self.words(row.latency.quantile(0.5)), Self.words(row.latency.quantile(0.95)))
            }
            try session.console.show("stats", rows, text: table.lines.joined(separator: "\n"))
        }
        return .done
    }

    /// The bound of a bucket in milliseconds.
    private static func words(_ bound: Double?) -> String {
        guard let bound else { return "more than 10 s" }
        let milliseconds = bound * 1_000
        return milliseconds < 1 ? "≤ \(milliseconds) ms" : "≤ \(Int(milliseconds)) ms"
    }
}

/// Figures in the text format of Prometheus (version 0.0.4).
enum PrometheusText {
    static func lines(_ rows: [RouteStatistics.Row]) -> [String] {
        let requests = head("switchboard_requests_total", "counter", "Requests that ended, by route.")
        let errors = head("switchboard_request_errors_total", "counter", "Requests that failed, by route.")
        let seconds = head("switchboard_request_duration_seconds", "histogram", "Time from request to answer.")
        return requests + rows.map { "switchboard_requests_total{\(labels($0))} \($0.count)" }
            + errors + rows.map { "switchboard_request_errors_total{\(labels($0))} \($0.errors)" }
            + seconds + rows.flatMap(histogram)
    }

    private static func head(_ name: String, _ type: String, _ help: String) -> [String] {
        ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
    }

    private static func histogram(_ row: RouteStatistics.Row) -> [String] {
        let name = "switchboard_request_duration_seconds"
        let bounds = Latency.bounds.map { "\($0)" } + ["+Inf"]
        var total = 0
        let buckets = zip(bounds, row.latency.counts).map { bound, count in
            total += count
            return "\(name)_bucket{\(labels(row)),le=\"\(bound)\"} \(total)"
        }
        return buckets + [
            "\(name)_sum{\(labels(row))} \(row.latency.sum)", "\(name)_count{\(labels(row))} \(row.count)",
        ]
    }

    private static func labels(_ row: RouteStatistics.Row) -> String {
        [("verb", row.verb), ("route", row.route), ("module", row.module ?? "")]
            .map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",")
    }

    private static func escaped(_ text: String) -> String {
        text.escaping(["\\": "\\\\", "\"": "\\\"", "\n": "\\n"])
    }
}
