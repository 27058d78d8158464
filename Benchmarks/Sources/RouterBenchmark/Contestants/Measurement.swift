import HeapProbe

/// The cost of some passes over the requests.
struct Measurement {
    /// The processor time.
    let duration: Duration
    /// The number of allocations.
    let allocations: UInt64
    /// A proof that the work was done: see `Workload.checksum`.
    let checksum: Int
}

extension Measurement {
    /// Runs one pass to warm up and then the measured passes; a pass returns its checksum.
    init(passes: Int, _ pass: () throws -> Int) rethrows {
        _ = try pass()
        let before = heap_allocations()
        (duration, checksum) = try ProcessorTime.measure {
            try (0..<passes).reduce(0) { sum, _ in sum &+ (try pass()) }
        }
        allocations = heap_allocations() - before
    }
}
