import Glibc

/// Waits until something outside of the test's control has happened.
public enum Condition {
    /// Something did not happen within a minute.
    public struct Missing: Error { let what: String }

    /// Looks again and again, a hundred times a second, for a minute at most.
    public static func wait(for what: String, _ happened: () -> Bool) throws {
        for _ in 0..<6_000 {
            if happened() { return }
            usleep(10_000)
        }
        throw Missing(what: what)
    }

    /// The same for a test that must not hold its thread.
    public static func becomesTrue(_ happened: () -> Bool) async throws {
        for _ in 0..<12_000 {
            if happened() { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw Missing(what: "a condition")
    }
}
