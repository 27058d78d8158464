import Foundation

/// How often a test repeats something that may fail at any time.
public enum Rounds {
    /// Returns the usual number, as in `make test`, or `SWITCHBOARD_TEST_ROUNDS`, which `make verify` sets.
    public static func count(usual: Int) -> Int {
        ProcessInfo.processInfo.environment["SWITCHBOARD_TEST_ROUNDS"].flatMap { Int($0) } ?? usual
    }
}
