import Glibc

/// The processor time that this process has used, which excludes other programs on the machine.
enum ProcessorTime {
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Returns the time that some work takes, and its result.
    static func measure<Result>(_ work: () throws -> Result) rethrows -> (duration: Duration, result: Result) {
        let start = now
        let result = try work()
        return (now - start, result)
    }
}
