@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// A transaction of a task; the operations of the task and of its child tasks belong to the transaction.
private final class RecordTransaction: Sendable {
    /// The task's transactions, at most one for each storage; some may have ended.
    @TaskLocal static var all: [RecordTransaction] = []

    let store: RecordStore

    init(of store: RecordStore) { self.store = store }

    /// Returns the task's transaction of a storage.
    static func current(of store: RecordStore) -> RecordTransaction? { all.first { $0.store === store } }
}

/// The records of one module: one connection, which runs one operation at a time on the storage's thread.
final class RecordStore: RecordsBackend {
    /// The longest wait of an operation for the end of a transaction, in seconds.
    private static let waitingSeconds = 5

    private struct State {
        let database: RecordDatabase
        var transaction: RecordTransaction?
        /// The operations that wait for the end of the transaction.
        var waiting: [Promise<Bool>] = []
        var observers: [Observer] = []
    }

    private struct Observer {
        let table: String
        let isUsed: @Sendable () -> Bool
        /// Fetches the records and returns a closure that sets the live value; `nil` if the live value was released.
        let refresh: @Sendable (RecordDatabase) -> (@Sendable () -> Void)?
    }

    private let state: Mutex<State>
    private let executor: BlockingExecutor
    private let path: String

    init(folder: ModuleFolder, executor: BlockingExecutor) {
        state = Mutex(State(database: RecordDatabase(in: folder)))
        self.executor = executor
        path = folder.path + "/" + RecordDatabase.name
    }

    /// Runs a closure with the database, in the transaction of the current task if it has one.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (RecordDatabase) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await inTurn { (state) throws(StorageError) in try body(state.database) }
    }

    /// Waits until no transaction of another task is open, and runs a closure.
    private func inTurn<Value: Sendable>(
        _ body: @escaping @Sendable (inout State) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let transaction = RecordTransaction.current(of: self)
        while true {
            let turn = Promise<Bool>()
            let value = try await run { (state) throws(StorageError) -> Value? in
                if state.transaction === transaction || state.database.isClosed {
                    return try Self.perform(body, &state)
                }
                if transaction != nil { throw StorageError(.transactionOver) }
                state.waiting.append(turn)
                return nil
            }
            if let value { return value }
            turn.fulfill(false, after: .seconds(Self.waitingSeconds))
            guard await turn.wait() else { throw StorageError(.busy(path: path, seconds: Self.waitingSeconds)) }
        }
    }

    private static func perform<Value>(
        _ body: (inout State) throws(StorageError) -> Value, _ state: inout State
    ) throws(StorageError) -> Value {
        let database = state.database
        return try database.recovering { () throws(StorageError) in
            // After some errors, SQLite itself ends the transaction. Closing a damaged file also ends the transaction.
            let isInTransaction = try database.connection.isInTransaction
            if state.transaction != nil, !isInTransaction { throw StorageError(.transactionOver) }
            if state.transaction == nil, !state.observers.isEmpty, try database.hasForeignCommit() {
                database.changedTables.formUnion(state.observers.map(\.table))
            }
            return try body(&state)
        }
    }

    /// Runs a closure on the storage's thread. Then, if no transaction is open, resumes the operations that wait for
    /// the end of a transaction, and updates the live values of queries whose tables have changed.
    private func run<Value: Sendable>(
        _ body: @escaping @Sendable (inout State) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await executor.run { () throws(StorageError) in
            let (result, notifications) = self.state.withLock { state in
                let result = Result { () throws(StorageError) in try body(&state) }
                if state.transaction == nil || state.database.isClosed {
                    for turn in state.waiting { turn.fulfill(true) }
                    state.waiting = []
                }
                return (result, Self.notifications(&state))
            }
            for notify in notifications { notify() }
            return try result.get()
        }
    }

    /// Closes the connection permanently; an open transaction is rolled back.
    func close() async {
        try? await run { (state) throws(StorageError) in state.database.close() }
    }

    func fetch<Kind: Record>(_ query: RecordQuery<Kind>) async throws(StorageError) -> [Kind] {
        try await perform { (database) throws(StorageError) in try database.fetch(query) }
    }

    func count<Kind: Record>(_ query: RecordQuery<Kind>) async throws(StorageError) -> Int {
        try await perform { (database) throws(StorageError) in try database.count(query) }
    }

    func insert<Kind: Record>(_ records: [Kind], replacing: Bool) async throws(StorageError) {
        try await perform { (database) throws(StorageError) in try database.insert(records, replacing: replacing) }
    }

    func update<Kind: Record>(_ record: Kind) async throws(StorageError) -> Bool {
        try await perform { (database) throws(StorageError) in try database.update(record) }
    }

    func delete<Kind: Record>(_ query: RecordQuery<Kind>) async throws(StorageError) -> Int {
        try await perform { (database) throws(StorageError) in try database.delete(query) }
    }

    /// Returns the records of a query as a live value, which is updated until the caller releases it.
    func observe<Kind: Record>(_ query: RecordQuery<Kind>) async throws(StorageError) -> Live<[Kind]> {
        try await inTurn { (state) throws(StorageError) in
            // Stores the current version of the data, from which later operations detect the commits of other
            // processes.
            if state.observers.isEmpty { _ = try state.database.hasForeignCommit() }
            let live = Live(try state.database.fetch(query))
            let isUsed: @Sendable () -> Bool = { [weak live] in live != nil }
            let observer = Observer(table: Kind.table, isUsed: isUsed) { [weak live] database in
                guard live != nil else { return nil }
                guard let records = try? database.fetch(query) else { return {} }
                return { [weak live] in live?.value = records }
            }
            // Removes the observers of released live values. They would otherwise stay until their table changes.
            state.observers.removeAll { !$0.isUsed() }
            state.observers.append(observer)
            return live
        }
    }

    /// Returns the closures that update the live values of queries whose tables have changed; empty within a
    /// transaction.
    private static func notifications(_ state: inout State) -> [@Sendable () -> Void] {
        let database = state.database
        guard !database.isInTransaction, !database.changedTables.isEmpty else { return [] }
        let changed = database.changedTables
        database.changedTables = []
        var notifications: [@Sendable () -> Void] = []
        state.observers.removeAll { observer in
            guard changed.contains(observer.table) else { return false }
            guard let notify = observer.refresh(database) else { return true }
            notifications.append(notify)
            return false
        }
        return notifications
    }

    func transaction<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        if RecordTransaction.current(of: self) != nil { throw StorageError(.nestedTransaction) }
        let transaction = RecordTransaction(of: self)
        try await inTurn { (state) throws(StorageError) in
            try state.database.connection.execute("BEGIN IMMEDIATE")
            state.transaction = transaction
        }
        do {
            let all = RecordTransaction.all + [transaction]
            let value = try await RecordTransaction.$all.withValue(all) { try await body() }
            try await end(transaction, commits: true)
            return value
        } catch {
            try? await end(transaction, commits: false)
            throw error
        }
    }

    /// Ends a transaction, unless it has already ended.
    private func end(_ transaction: RecordTransaction, commits: Bool) async throws(StorageError) {
        try await run { (state) throws(StorageError) in
            guard state.transaction === transaction else { return }
            state.transaction = nil
            let database = state.database
            guard database.isInTransaction else {
                if commits { throw StorageError(.transactionOver) }
                return
            }
            try database.recovering { () throws(StorageError) in
                do throws(StorageError) {
                    try database.connection.execute(commits ? "COMMIT" : "ROLLBACK")
                } catch {
                    if database.isInTransaction { try? database.connection.execute("ROLLBACK") }
                    throw error
                }
            }
            if !commits { database.forgetTables() }
        }
    }
}
