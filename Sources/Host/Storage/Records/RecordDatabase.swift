@_spi(Host) import ModuleKit

/// The tables of one module; only one thread uses them at a time.
final class RecordDatabase {
    static let name = "records.sqlite"

    private let folder: ModuleFolder
    private var opened: Connection?
    /// Whether the module has stopped. Code of the module that still runs cannot store anything.
    private(set) var isClosed = false
    var changedTables: Set<String> = []
    /// The last value of SQLite's `data_version`, which changes when another connection commits.
    private var dataVersion = 0
    /// The shapes of the types whose tables have been checked, keyed by type.
    private var shapes: [ObjectIdentifier: RecordShape] = [:]

    init(in folder: ModuleFolder) { self.folder = folder }

    var isInTransaction: Bool { opened?.isInTransaction ?? false }

    /// The open file; the first use opens it, and replaces the file if it is damaged.
    var connection: Connection {
        get throws(StorageError) {
            if let opened { return opened }
            if isClosed { throw StorageError(.closed) }
            do throws(StorageError) {
                return try recovering { () throws(StorageError) in try open() }
            } catch {
                guard error.code == .damaged else { throw error }
                return try open()
            }
        }
    }

    /// Opens the file, and creates it if it is absent.
    private func open() throws(StorageError) -> Connection {
        let connection = try Connection(path: folder.makeFile(Self.name, SQLite.emptyDatabase))
        opened = connection
        do throws(StorageError) {
            _ = try connection.number("SELECT count(*) FROM sqlite_schema")
            // A commit returns after its data is on the disk. SQLite cuts a grown log to 1 MiB when the log restarts.
            let settings = [
                "journal_mode = WAL", "journal_size_limit = 1048576", "synchronous = FULL", "trusted_schema = OFF",
                "cell_size_check = ON",
            ]
            for setting in settings {
                try connection.execute("PRAGMA \(setting)")
            }
            return connection
        } catch {
            opened = nil
            throw error
        }
    }

    /// Closes the file permanently; an open transaction is rolled back.
    func close() { (isClosed, opened) = (true, nil) }

    /// Runs a closure; if the file turns out to be damaged, closes and renames it together with SQLite's other files.
    func recovering<Value>(_ body: () throws(StorageError) -> Value) throws(StorageError) -> Value {
        do throws(StorageError) {
            return try body()
        } catch {
            if case .damaged(let path, let reason) = error.reason {
                opened = nil
                try folder.setAside(path, suffixes: ["-wal", "-shm", "-journal"], reason: reason)
            }
            if !isInTransaction { forgetTables() }
            throw error
        }
    }

    /// Runs a closure in a new transaction, or, if a transaction is open, in a savepoint. Either all changes of the
    /// closure are made, or none.
    ///
    /// `statements` is the number of statements in the closure; a single statement does not need a savepoint.
    private func write<Value>(
        _ statements: Int = 1, _ body: () throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        let isNested = isInTransaction
        if isNested, statements == 1 { return try body() }
        if isNested { try connection.execute("SAVEPOINT part") } else { try connection.execute("BEGIN IMMEDIATE") }
        do {
            let value = try body()
            try connection.execute(isNested ? "RELEASE part" : "COMMIT")
            return value
        } catch {
            // SQLite itself may have ended the transaction, for example after a disk error.
            for text in isNested ? ["ROLLBACK TO part", "RELEASE part"] : ["ROLLBACK"] where isInTransaction {
                try? connection.execute(text)
            }
            throw error
        }
    }

    /// Forgets which tables were checked, because a rollback may have removed tables, columns or indexes that the check
    /// added.
    func forgetTables() { shapes = [:] }

    /// Returns whether another process has committed something since the last call.
    func hasForeignCommit() throws(StorageError) -> Bool {
        let version = try connection.number("PRAGMA data_version")
        defer { dataVersion = version }
        return version != dataVersion
    }

    func fetch<Kind: Record>(_ query: RecordQuery<Kind>) throws(StorageError) -> [Kind] {
        let shape = try shape(of: Kind.self)
        let sql = try RecordSQL("SELECT \(shape.columnList) FROM \(shape.quotedTable)", query, shape)
        var decoder: RowDecoder?
        return try connection.rows(sql.text, sql.values) { (row) throws(StorageError) in
            let known = decoder ?? RowDecoder(row, shape)
            decoder = known
            return try known.record(Kind.self)
        }
    }

    func count<Kind: Record>(_ query: RecordQuery<Kind>) throws(StorageError) -> Int {
        let shape = try shape(of: Kind.self)
        let sql = try RecordSQL("SELECT count(*) FROM (SELECT 1 FROM \(shape.quotedTable)", query, shape, ")")
        return try connection.number(sql.text, sql.values)
    }

    func insert<Kind: Record>(_ records: [Kind], replacing: Bool) throws(StorageError) {
        let shape = try shape(of: Kind.self)
        changedTables.insert(shape.table)
        let text = shape.insertion(replacing: replacing)
        try write(records.count) { () throws(StorageError) in
            for record in records { try change(record, text, shape) }
        }
    }

    func update<Kind: Record>(_ record: Kind) throws(StorageError) -> Bool {
        let shape = try shape(of: Kind.self)
        changedTables.insert(shape.table)
        return try write { () throws(StorageError) in
            try change(record, shape.update, shape)
            return try connection.changes > 0
        }
    }

    func delete<Kind: Record>(_ query: RecordQuery<Kind>) throws(StorageError) -> Int {
        let shape = try shape(of: Kind.self)
        let table = shape.quotedTable
        let sql = try RecordSQL(
            "DELETE FROM \(table) WHERE \"id\" IN (SELECT \"id\" FROM \(table)", query, shape, ")")
        changedTables.insert(shape.table)
        return try write { () throws(StorageError) in
            try connection.execute(sql.text, sql.values)
            return try connection.changes
        }
    }

    private func change(_ record: some Record, _ text: String, _ shape: RecordShape) throws(StorageError) {
        let statement = try connection.statement(text)
        defer { statement.finish() }
        try RowEncoder.bind(record, to: statement, shape)
        _ = try statement.step()
    }

    /// Returns the shape of a type, after creating or extending its table if necessary.
    private func shape<Kind: Record>(of type: Kind.Type) throws(StorageError) -> RecordShape {
        if let known = shapes[ObjectIdentifier(type)] { return known }
        let shape = try RecordShape(type)
        var indexes: [String: String] = [:]
        for index in Kind.indexes {
            let names = try index.columns.map { (column) throws(StorageError) in try shape.column(of: column).name }
            let name = ([shape.table] + names).joined(separator: " ")
            let columns = names.map(RecordSQL.quoted).joined(separator: ", ")
            indexes[name] = "CREATE INDEX \(RecordSQL.quoted(name)) ON \(shape.quotedTable) (\(columns))"
        }
        // The write lock is taken only if something is missing. The check is then repeated under the lock, because
        // another process may have added the missing parts.
        if try !missing(shape, indexes).isEmpty {
            try write(2) { () throws(StorageError) in
                for statement in try missing(shape, indexes) { try connection.execute(statement) }
            }
        }
        shapes[ObjectIdentifier(type)] = shape
        return shape
    }

    /// Returns the statements that create a table, or add its missing indexes and optional columns.
    ///
    /// Throws for any other difference between the table and the shape.
    private func missing(_ shape: RecordShape, _ indexes: [String: String]) throws(StorageError) -> [String] {
        let known = try indexNames(of: shape.table)
        let creations = indexes.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
        let found = try columns(of: shape.table)
        guard !found.isEmpty else { return [shape.creation] + creations }
        let expected = shape.columns.map(\.text)
        let absent = shape.columns.filter { !found.contains($0.text) }
        guard absent.allSatisfy({ column in column.isOptional && !found.contains { $0.hasPrefix(column.name + " ") } }),
            Set(found).isSubset(of: expected)
        else { throw StorageError(.schema(table: shape.table, found: found, expected: expected)) }
        return absent.map(shape.addition) + creations
    }

    private func indexNames(of table: String) throws(StorageError) -> [String] {
        let text = "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL"
        return try connection.rows(text, [.text(table)]) { (row) throws(StorageError) in row.text(at: 0) }
    }

    /// Returns the columns of a table, each as the text that errors contain; empty if the table is absent.
    private func columns(of table: String) throws(StorageError) -> [String] {
        let text = "SELECT name, type, \"notnull\" FROM pragma_table_info(?)"
        return try connection.rows(text, [.text(table)]) { (row) throws(StorageError) in
            RecordShape.Column.text(row.text(at: 0), row.text(at: 1), isOptional: row.integer(at: 2) == 0)
        }
    }
}
