import Tables

/// The measured figures as tables.
struct Report {
    let results: [WorkloadResult]

    func text(_ style: TextTable.Style) -> String {
        [bars, times("String in, decoded parameters out", .decode), parsed, builds, sizes]
            .map { $0.text(style) }.joined(separator: "\n")
    }

    private var bars: TextTable {
        TextTable(
            "Bars", heading: ["figure", "measured", "bar", "verdict", "remark"], rows: Bar.all(results).map(\.cells))
    }

    /// Returns the nanoseconds, their ratio to httprouter's time, and the allocations for each request.
    private func times(_ title: String, _ work: Work) -> TextTable {
        TextTable(
            "\(title): nanoseconds (of httprouter's), allocations",
            heading: ["work"] + Router.allCases.flatMap { [$0.rawValue, "allocations"] },
            rows: results.map { result in
                [result.kind.name] + Router.allCases.flatMap { timeAndAllocations(result, $0, work) }
            })
    }

    /// The times of httprouter with net/url as its URL parser, and of Switchboard; each ratio is to httprouter.
    private var parsed: TextTable {
        TextTable(
            "The same, with net/url in front of httprouter: nanoseconds (of that), allocations",
            heading: ["work", "httprouter and net/url", "allocations", "Switchboard", "allocations"],
            rows: results.map { result in
                [result.kind.name] + [.httprouter, .switchboard].flatMap { timeAndAllocations(result, $0, .parse) }
            })
    }

    private var builds: TextTable {
        TextTable(
            "Build: from patterns as text to a table that can be asked",
            heading: ["routes"] + Router.allCases.map(\.rawValue) + ["search for conflicts on top"],
            rows: tables.map { result in
                let conflicts = result.figures[.switchboard]?.conflicts.median ?? .nan
                return [Number.grouped(result.routeCount)]
                    + (Router.allCases.map { result.build($0).median } + [conflicts]).map(Number.time)
            })
    }

    private var sizes: TextTable {
        TextTable(
            "Bytes a route, without handlers and the patterns' own texts",
            heading: ["routes"] + Router.allCases.map(\.rawValue) + ["of these the frozen table"],
            rows: tables.map { result in
                [Number.grouped(result.routeCount)]
                    + (Router.allCases.map(result.bytesHeld) + [result.bytesRead(.switchboard) ?? .nan]).map {
                        Number.fixed($0, 0)
                    }
            })
    }

    /// The workloads with different tables.
    private var tables: [WorkloadResult] { results.filter { $0.kind != .misses && $0.kind != .literals } }

    private func timeAndAllocations(_ result: WorkloadResult, _ router: Router, _ work: Work) -> [String] {
        let time = result.times(router, work).median
        let ratio = time / result.times(.httprouter, work).median
        let text = "\(Number.nanoseconds(time)) (\(Number.fixed(ratio, 2)))"
        let allocations = result.allocations(router, work)
        return [text, Number.fixed(allocations, allocations.rounded() == allocations ? 0 : 2)]
    }
}
