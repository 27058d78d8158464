import Synchronization

@testable import RemoteLookup

/// A clock that a test sets. A pause ends immediately and moves the clock.
final class ManualTiming: Sendable {
    private struct State {
        var now = 1_000_000
        var uptime = Duration.zero
        var pauses: [Duration] = []
    }

    private let state = Mutex(State())

    /// The pauses between attempts.
    var pauses: [Duration] { state.withLock(\.pauses) }

    /// Lets time pass.
    func advance(_ seconds: Int) {
        state.withLock { state in
            state.now += seconds
            state.uptime += .seconds(seconds)
        }
    }

    /// The clock for a resolver.
    var timing: Timing {
        Timing(
            now: { self.state.withLock(\.now) }, uptime: { self.state.withLock(\.uptime) },
            sleep: { duration in
                self.state.withLock { state in
                    state.pauses.append(duration)
                    state.uptime += duration
                }
            },
            random: { 0.5 })
    }
}
