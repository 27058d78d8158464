/// A transaction of a task, to which the operations of the task and of its child tasks belong.
final class RecordTransaction: Sendable {
    /// The task's transactions are a list: each storage may have one.
    @TaskLocal private static var innermost: RecordTransaction?

    private let store: RecordStore
    /// The transaction of another module's storage around this one.
    private let outer = innermost

    init(of store: RecordStore) { self.store = store }

    /// Runs a closure with this transaction as the task's own.
    func run<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try await Self.$innermost.withValue(self) { try await body() }
    }

    /// Returns the task's transaction of a storage, which may have ended: the task was not waited for.
    static func current(of store: RecordStore) -> RecordTransaction? {
        var transaction = innermost
        while let found = transaction, found.store !== store { transaction = found.outer }
        return transaction
    }
}
