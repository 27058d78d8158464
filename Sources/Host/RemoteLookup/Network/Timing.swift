import Glibc

/// The source of times and random numbers. Tests replace it, because tests must neither wait nor depend on chance.
struct Timing: Sendable {
    /// Returns the time of day, in whole seconds since 1970 (UTC); it may jump.
    var now: @Sendable () -> Int
    var uptime: @Sendable () -> Duration
    /// Waits; throws if the task is cancelled.
    var sleep: @Sendable (Duration) async throws -> Void
    /// Returns a number from 0 to less than 1.
    var random: @Sendable () -> Double

    private static let start = ContinuousClock.now

    static let system = Timing(
        now: { time(nil) },
        uptime: { ContinuousClock.now - start },
        sleep: { try await Task.sleep(for: $0) },
        random: { Double.random(in: 0..<1) })
}
