import ModuleKit
import Synchronization

/// Counts what became of the questions to one service.
final class LookupRecord: Sendable {
    /// How many failures are remembered.
    private static let errorLimit = 5

    private let counts = Mutex(ResolverStatus())

    /// What was counted so far.
    var status: ResolverStatus { counts.withLock(\.self) }

    func hit() { counts.withLock { $0.hits += 1 } }

    func miss() { counts.withLock { $0.misses += 1 } }

    func failed(_ error: ResolverError) {
        if case .cancelled = error { return }
        counts.withLock { $0.errors = Array(([error.description] + $0.errors).prefix(Self.errorLimit)) }
    }
}
