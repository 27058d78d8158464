/// What one router cost in one workload.
struct RouterFigures {
    /// Nanoseconds for each request.
    private(set) var times: [Work: Samples] = [:]
    private(set) var allocations: [Work: Samples] = [:]
    /// Seconds.
    private(set) var build = Samples()
    /// Seconds, where looking for conflicts is a step of its own.
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
