import Tables

/// A measured figure, with the limit that this project has set for it.
struct Bar {
    let name: String
    let measured: Double
    let limit: Double
    let decimals: Int
    /// A further remark, such as the range over the rounds.
    var remark = ""

    var isMet: Bool { measured <= limit }

    /// The cells of the bar's row in the table.
    var cells: [String] {
        [name, Number.fixed(measured, decimals), Number.fixed(limit, decimals), isMet ? "met" : "not met", remark]
    }
}

extension Bar {
    /// All bars, for the workloads that were run.
    static func all(_ results: [WorkloadResult]) -> [Bar] {
        let ratios: [(WorkloadKind, Work, Double)] = [
            (.github, .decode, 2.5), (.literals, .decode, 2.5), (.misses, .decode, 1.5), (.github, .parse, 1),
            (.literals, .parse, 1), (.misses, .parse, 1), (.synthetic(100_000), .parse, 1),
        ]
        var bars = ratios.compactMap { kind, work, limit in
            results.first { $0.kind == kind }.map { ratio($0, work, limit) }
        }
        if let largest = results.first(where: { $0.kind == .synthetic(100_000) }) { bars += table(largest) }
        return bars
    }

    private static func ratio(_ result: WorkloadResult, _ work: Work, _ limit: Double) -> Bar {
        let ours = result.times(.switchboard, work)
        let theirs = result.times(.httprouter, work)
        let peer = work == .parse ? "httprouter's with net/url" : "httprouter's"
        let range = ours.ratios(to: theirs).map {
            "rounds \(Number.fixed($0.lowerBound, 2)) to \(Number.fixed($0.upperBound, 2))"
        }
        return Bar(
            name: "\(result.kind.name), of \(peer) time", measured: ours.median / theirs.median, limit: limit,
            decimals: 2, remark: range ?? "")
    }

    private static func table(_ result: WorkloadResult) -> [Bar] {
        let name = result.kind.name
        return [
            Bar(
                name: "bytes a route, \(name), the frozen table", measured: result.bytesRead(.switchboard) ?? .nan,
                limit: 200, decimals: 0, remark: "what a look-up reads"),
            Bar(
                name: "bytes a route, \(name), all that is held", measured: result.bytesHeld(.switchboard), limit: 200,
                decimals: 0, remark: "with the patterns' texts"),
            Bar(
                name: "build, \(name), seconds", measured: result.build(.switchboard).median, limit: 0.3, decimals: 2,
                remark: "from text to table"),
        ]
    }
}
