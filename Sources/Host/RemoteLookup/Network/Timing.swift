import Glibc

/// Clock and chance, as values, so that no test waits and none depends on luck.
struct Timing: Sendable {
    /// The time of day, in whole seconds since 1970 (UTC); it may jump.
    var now: @Sendable () -> Int
    /// A clock that only goes forward.
    var uptime: @Sendable () -> Duration
    /// Waits; throws where the task is cancelled.
    var sleep: @Sendable (Duration) async throws -> Void
    /// Waits for a deadline, at which something is given up.
    var alarm: @Sendable (Duration) async throws -> Void
    /// A number from 0 up to 1.
    var random: @Sendable () -> Double

    private static let start = ContinuousClock.now

    /// The system's.
    static let system = Timing(
        now: { time(nil) },
        uptime: { ContinuousClock.now - start },
        sleep: { try await Task.sleep(for: $0) },
        alarm: { try await Task.sleep(for: $0) },
        random: { Double.random(in: 0..<1) })
}
