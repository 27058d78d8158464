import Synchronization

/// What came of something that was asked behind everybody's back.
final class Asked: Sendable {
    private let text = Mutex<String?>(nil)

    /// The answer, or the error in its words.
    var outcome: String? { text.withLock(\.self) }

    func keep(_ body: () async throws -> String) async {
        let outcome: String
        do {
            outcome = try await body()
        } catch {
            outcome = "\(error)"
        }
        text.withLock { $0 = outcome }
    }
}
