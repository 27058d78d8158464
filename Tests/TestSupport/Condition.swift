import Glibc

/// Waits until something outside of the test's control has happened.
public enum Condition {
    /// Something did not happen within a minute.
    public struct Missing: Error { let what: String }

    /// Checks a hundred times a second, for at most a minute.
    public static func wait(for what: String, _ happened: () -> Bool) throws {
        for _ in 0..<6_000 {
            if happened() { return }
            usleep(10_000)
        }
        throw Missing(what: what)
    }

    /// Waits without blocking the thread.
    public static func becomesTrue(_ happened: () -> Bool) async throws {
        for _ in 0..<12_000 {
            if happened() { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw Missing(what: "a condition")
    }
}
