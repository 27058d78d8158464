/// The costs of one router in one workload.
struct RouterFigures {
    /// The nanoseconds for each request.
    private(set) var times: [Work: Samples] = [:]
    private(set) var allocations: [Work: Samples] = [:]
    /// The seconds to build the table.
    private(set) var build = Samples()
    /// The seconds to search for conflicts, if that is a separate step.
    private(set) var conflicts = Samples()
    var size = TableSize(held: 0)

    mutating func add(_ measurement: Measurement, work: Work, requests: Int) {
        times[work, default: Samples()].add(measurement.duration / .nanoseconds(1) / Double(requests))
        allocations[work, default: Samples()].add(Double(measurement.allocations) / Double(requests))
    }

    mutating func add(_ time: BuildTime) {
        build.add(time.ready / .seconds(1))
        if let time = time.conflicts { conflicts.add(time / .seconds(1)) }
    }
}
