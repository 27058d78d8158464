/// A figure that this project has set itself as a limit, and what was measured.
struct Bar {
    let name: String
    let measured: Double
    let limit: Double
    let decimals: Int
    /// What else there is to say, such as the range over the rounds.
    var remark = ""

    var isMet: Bool { measured <= limit }

    /// The cells of its row.
    var cells: [String] {
        [name, Number.fixed(measured, decimals), Number.fixed(limit, decimals), isMet ? "met" : "not met", remark]
    }
}

extension Bar {
    /// All bars, for the workloads that were run.
    static func all(_ results: [WorkloadResult]) -> [Bar] {
        let ratios: [(WorkloadKind, Double)] = [
            (.github, 0.40), (.literals, 0.60), (.misses, 0.50), (.synthetic(100_000), 0.35),
        ]
        var bars = ratios.compactMap { kind, limit in
            results.first { $0.kind == kind }.map { ratio($0, limit) }
        }
        if let largest = results.first(where: { $0.kind == .synthetic(100_000) }) { bars += table(largest) }
        let allocations = results.map { $0.allocations(.switchboard, .lookUp) }.max() ?? .nan
        bars.append(Bar(name: "allocations per look-up, the most", measured: allocations, limit: 0, decimals: 0))
        return bars
    }

    private static func ratio(_ result: WorkloadResult, _ limit: Double) -> Bar {
        let ours = result.times(.switchboard, .lookUp)
        let theirs = result.times(.httprouter, .lookUp)
        let range = ours.ratios(to: theirs).map {
            "rounds \(Number.fixed($0.lowerBound, 2)) to \(Number.fixed($0.upperBound, 2))"
        }
        return Bar(
            name: "\(result.kind.name), of httprouter's time", measured: ours.median / theirs.median, limit: limit,
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
