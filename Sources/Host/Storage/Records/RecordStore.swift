@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The records of one module: one connection, which runs one operation at a time on a thread of its own.
final class RecordStore: Sendable {
    /// The time for which an operation waits for the end of a transaction, in seconds.
    private static let waitingSeconds = 5

    private struct State {
        var database: RecordDatabase?
        /// The number of the last migration that the module knows.
        var knownVersion = 0
        var transaction: RecordTransaction?
        /// The operations that wait for the end of the transaction.
        var waiting: [Promise<Bool>] = []
        var observers: [Observer] = []
        var revision: UInt64 = 0
        /// Whether the module has stopped; code of it that still runs stores nothing.
        var isClosed = false
    }

    /// An observed query.
    private struct Observer {
        let table: String
        /// Returns a closure that sets the observable's value, or `nil` once the observable is gone.
        let refresh: @Sendable (RecordDatabase, _ revision: UInt64) -> (@Sendable () -> Void)?
    }

    /// The result of an attempt to run an operation.
    private enum Attempt<Value: Sendable>: Sendable {
        case done(Value, notifications: [@Sendable () -> Void])
        /// A transaction of another task is open; the promise is fulfilled at its end.
        case wait(Promise<Bool>, path: String)
    }

    private let state = Mutex(State())
    private let executor: BlockingExecutor
    private let file: DatabaseFile

    init(file: DatabaseFile, executor: BlockingExecutor) {
        self.file = file
        self.executor = executor
    }

    /// Runs an operation, in the transaction of the task if it has one.
    ///
    /// - Parameter beginning: the transaction that the operation begins.
    func perform<Value: Sendable>(
        beginning: RecordTransaction? = nil,
        _ body: @escaping @Sendable (RecordDatabase) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let transaction = RecordTransaction.current(of: self)
        if transaction?.isOver == true { throw .transactionOver }
        while true {
            let attempt = try await executor.run { () throws(StorageError) in
                try self.attempt(body, in: transaction, beginning: beginning)
            }
            switch attempt {
            case .done(let value, let notifications):
                for notify in notifications { notify() }
                return value
            case .wait(let turn, let path):
                turn.fulfill(false, after: .seconds(Self.waitingSeconds))
                guard await turn.wait() else { throw .busy(path: path, seconds: Self.waitingSeconds) }
            }
        }
    }

    private func attempt<Value: Sendable>(
        _ body: (RecordDatabase) throws(StorageError) -> Value, in transaction: RecordTransaction?,
        beginning: RecordTransaction?
    ) throws(StorageError) -> Attempt<Value> {
        try state.withLock { (state) throws(StorageError) in
            if state.isClosed { throw .closed }
            if let open = state.transaction, open !== transaction {
                if transaction != nil { throw .transactionOver }
                let turn = Promise<Bool>()
                state.waiting.append(turn)
                return .wait(turn, path: file.path)
            }
            let database = try self.database(&state)
            if transaction != nil, state.transaction == nil || !database.connection.isInTransaction {
                throw .transactionOver
            }
            do throws(StorageError) {
                let value = try body(database)
                if let beginning { state.transaction = beginning }
                return .done(value, notifications: Self.refresh(&state, database))
            } catch {
                try recover(from: error, &state, database)
            }
        }
    }

    /// Ends the use of a damaged file, and throws the error.
    private func recover(
        from error: StorageError, _ state: inout State, _ database: RecordDatabase
    ) throws(StorageError) -> Never {
        if case .damaged(_, let reason) = error {
            state.database = nil
            try file.setAside(reason: reason)
        } else if !database.connection.isInTransaction {
            database.changedTables = []
            database.forgetTables()
        }
        throw error
    }

    /// Returns the open database; a damaged file is set aside first.
    private func database(_ state: inout State) throws(StorageError) -> RecordDatabase {
        if let open = state.database { return open }
        let path = try file.make()
        do throws(StorageError) {
            state.database = try RecordDatabase(path: path, knownVersion: state.knownVersion)
        } catch .damaged(_, let reason) {
            try file.setAside(reason: reason)
            state.database = try RecordDatabase(path: try file.make(), knownVersion: state.knownVersion)
        }
        return try self.database(&state)
    }

    /// Returns the notifications of the observed queries whose tables have changed; none within a transaction.
    private static func refresh(_ state: inout State, _ database: RecordDatabase) -> [@Sendable () -> Void] {
        guard !database.changedTables.isEmpty, !database.connection.isInTransaction else { return [] }
        defer { database.changedTables = [] }
        state.revision += 1
        var notifications: [@Sendable () -> Void] = []
        state.observers.removeAll { observer in
            guard database.changedTables.contains(observer.table) else { return false }
            guard let notify = observer.refresh(database, state.revision) else { return true }
            notifications.append(notify)
            return false
        }
        return notifications
    }

    /// Returns the records of a query as an observable, which is followed as long as the caller keeps it.
    func observe<Kind: Record>(_ query: RecordQuery<Kind>) async throws(StorageError) -> Observable<[Kind]> {
        let observable = Observable<[Kind]>([])
        let newest = ObservedRevision()
        let observer = Observer(table: Kind.table) { [weak observable] database, revision in
            guard let observable else { return nil }
            guard let records = try? database.fetch(query) else { return {} }
            return { [weak observable] in observable?.update { if newest.advance(to: revision) { $0 = records } } }
        }
        // It is there before the query, so that no commit is missed.
        await executor.run { self.state.withLock { $0.observers.append(observer) } }
        let records = try await perform { (database) throws(StorageError) in try database.fetch(query) }
        observable.update { if newest.isInitial { $0 = records } }
        return observable
    }

    /// Closes the connection for good; an open transaction is rolled back.
    func close() async {
        await executor.run {
            self.state.withLock { state in
                state.isClosed = true
                state.database = nil
                for turn in state.waiting { turn.fulfill(true) }
                state.waiting = []
            }
        }
    }
}

/// The newest revision that an observed query shows: notifications of several tasks may come in any order.
private final class ObservedRevision: Sendable {
    private let revision = Mutex<UInt64>(0)

    var isInitial: Bool { revision.withLock { $0 == 0 } }

    func advance(to newer: UInt64) -> Bool {
        revision.withLock { revision in
            guard newer > revision else { return false }
            revision = newer
            return true
        }
    }
}

/// Transactions and migrations.
extension RecordStore {
    func transaction<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        if RecordTransaction.current(of: self) != nil { throw StorageError.nestedTransaction }
        let transaction = RecordTransaction(of: self)
        try await perform(beginning: transaction) { (database) throws(StorageError) in
            try database.begin()
        }
        do {
            let value = try await transaction.run(body)
            for notify in try await end(transaction, commits: true) { notify() }
            return value
        } catch {
            for notify in (try? await end(transaction, commits: false)) ?? [] { notify() }
            throw error
        }
    }

    /// Ends a transaction, unless it has ended, and returns the notifications of observed queries.
    private func end(
        _ transaction: RecordTransaction, commits: Bool
    ) async throws(StorageError) -> [@Sendable () -> Void] {
        try await executor.run { () throws(StorageError) in
            try self.state.withLock { (state) throws(StorageError) in
                guard state.transaction === transaction else { return [] }
                state.transaction = nil
                transaction.end()
                defer {
                    for turn in state.waiting { turn.fulfill(true) }
                    state.waiting = []
                }
                return try self.end(&state, commits: commits)
            }
        }
    }

    private func end(_ state: inout State, commits: Bool) throws(StorageError) -> [@Sendable () -> Void] {
        // SQLite itself ends a transaction after some errors, and a damaged file is closed.
        guard let database = state.database, database.connection.isInTransaction else {
            if commits { throw .transactionOver }
            return []
        }
        do throws(StorageError) {
            try database.connection.execute(commits ? "COMMIT" : "ROLLBACK")
        } catch {
            if database.connection.isInTransaction { try? database.connection.execute("ROLLBACK") }
            try recover(from: error, &state, database)
        }
        if !commits { database.forgetTables() }
        return Self.refresh(&state, database)
    }

    /// Runs the migrations that have not run, each in a transaction.
    func migrate(_ migrations: [Migration]) async throws {
        let numbers = migrations.map(\.number)
        guard numbers.allSatisfy({ (1...Int(Int32.max)).contains($0) }), zip(numbers, numbers.dropFirst()).allSatisfy(<)
        else {
            throw StorageError.migration(reason: "the numbers are \(numbers); list them from 1 on, each above the last")
        }
        if RecordTransaction.current(of: self) != nil { throw StorageError.nestedTransaction }
        let known = numbers.last ?? 0
        await executor.run { self.state.withLock { $0.knownVersion = known } }
        try await perform { (database) throws(StorageError) in
            database.knownVersion = known
            try database.checkVersion()
        }
        for migration in migrations { try await migrate(migration) }
    }

    private func migrate(_ migration: Migration) async throws {
        let number = migration.number
        let isDone = try await perform { (database) throws(StorageError) in try database.version() >= number }
        if isDone { return }
        try await transaction {
            // Another process may have run it meanwhile.
            let isDone = try await perform { (database) throws(StorageError) in try database.version() >= number }
            if isDone { return }
            try await migration.change(
                Migration.Tables { (change) throws(StorageError) in
                    try await self.perform { (database) throws(StorageError) in try database.apply(change) }
                })
            try await perform { (database) throws(StorageError) in
                try database.connection.execute("PRAGMA user_version = \(number)")
            }
        }
    }
}
