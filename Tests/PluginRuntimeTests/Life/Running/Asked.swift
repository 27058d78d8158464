import Synchronization

/// The outcome of a request that a module sends in the background.
final class Asked: Sendable {
    private let text = Mutex<String?>(nil)

    /// The answer, or the error's text.
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
