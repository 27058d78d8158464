import HeapProbe

/// What some passes over the requests cost.
struct Measurement {
    /// Processor time.
    let duration: Duration
    /// How often memory was asked for.
    let allocations: UInt64
    /// Proves that the work was done: see `Workload.checksum(_:)`.
    let checksum: Int
}

extension Measurement {
    /// Runs a pass to warm up and then the measured ones; a pass returns its checksum.
    init(passes: Int, _ pass: () throws -> Int) rethrows {
        _ = try pass()
        let before = heap_allocations()
        (duration, checksum) = try ProcessorTime.measure {
            try (0..<passes).reduce(0) { sum, _ in sum &+ (try pass()) }
        }
        allocations = heap_allocations() - before
    }
}
