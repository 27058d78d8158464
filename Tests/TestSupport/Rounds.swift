import Foundation

/// How often a test does once more what may go wrong at any time.
public enum Rounds {
    /// The rounds of `make test`, or of `make verify`, which sets more in `SWITCHBOARD_TEST_ROUNDS`.
    public static func count(usual: Int) -> Int {
        ProcessInfo.processInfo.environment["SWITCHBOARD_TEST_ROUNDS"].flatMap { Int($0) } ?? usual
    }
}
