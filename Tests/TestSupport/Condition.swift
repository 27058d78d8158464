import Glibc

/// Waits until something outside of the test's control has happened.
public enum Condition {
    /// Something did not happen in time.
    public struct Missing: Error { let what: String }

    /// Checks a hundred times a second, for at most two minutes: on a machine that builds at the same time, eight
    /// clients of a fleet needed more than one to get a hundred answers.
    public static func wait(for what: String, _ happened: () -> Bool) throws {
        let end = ContinuousClock.now + .seconds(120)
        repeat {
            if happened() { return }
            usleep(10_000)
        } while .now < end
        throw Missing(what: what)
    }

    /// Waits at most a minute, without blocking the thread.
    public static func becomesTrue(_ happened: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(60)
        repeat {
            if happened() { return }
            try await Task.sleep(for: .milliseconds(5))
        } while .now < end
        throw Missing(what: "a condition")
    }
}
