/// A comparison in which the contestants take turns: each round measures each contestant once, and begins with a
/// different contestant, so that a brief disturbance does not spoil a median.
struct Tournament {
    private var contestants: [any Contestant]
    private let rounds: Int

    init(_ contestants: [any Contestant], rounds: Int) {
        self.contestants = contestants
        self.rounds = rounds
    }

    /// Runs all rounds of one workload.
    mutating func run(_ kind: WorkloadKind) throws -> WorkloadResult {
        let workload = Workload(kind)
        var result = WorkloadResult(kind: kind, routeCount: workload.patterns.count)
        for place in contestants.indices {
            let size = try contestants[place].prepare(workload)
            result.figures[contestants[place].router, default: RouterFigures()].size = size
        }
        for work in Work.allCases { try run(work, workload, &result) }
        for round in 0..<rounds {
            for place in turns(round) {
                let time = try contestants[place].build()
                result.figures[contestants[place].router]?.add(time)
            }
        }
        return result
    }

    private mutating func run(_ work: Work, _ workload: Workload, _ result: inout WorkloadResult) throws {
        let expected = workload.checksum
        let passes = try passCounts(work)
        for round in 0..<rounds {
            for place in turns(round) {
                guard let count = passes[place] else { continue }
                let measurement = try contestants[place].measure(work, passes: count)
                let router = contestants[place].router
                guard measurement.checksum == expected * count else {
                    throw ContestantError.wrongChecksum(
                        router, work, expected: expected * count, found: measurement.checksum)
                }
                result.figures[router]?.add(measurement, work: work, requests: workload.requests.count * count)
            }
        }
    }

    /// Returns the places of the contestants in the order of a round.
    private func turns(_ round: Int) -> [Int] {
        contestants.indices.map { ($0 + round) % contestants.count }
    }

    /// Returns the number of passes in about a tenth of a second; `nil` for a contestant that does not take part.
    private mutating func passCounts(_ work: Work) throws -> [Int?] {
        try contestants.indices.map { place in
            guard contestants[place].works.contains(work) else { return nil }
            let once = try contestants[place].measure(work, passes: 1).duration
            return max(1, Int(Duration.milliseconds(100) / max(once, .nanoseconds(1))))
        }
    }
}
