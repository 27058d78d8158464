@_spi(Host) import ModuleKit

/// The text of a statement with the values of its parameters; no value is ever a part of the text.
struct RecordSQL {
    private(set) var text: String
    private(set) var values: [ColumnValue] = []

    /// Returns a name in quotation marks.
    static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}

/// Statements of a query.
extension RecordSQL {
    /// Selects the columns of the records of a query.
    static func select<Kind: Record>(_ query: RecordQuery<Kind>, _ shape: RecordShape) throws(StorageError) -> RecordSQL
    {
        var sql = RecordSQL(text: "SELECT \(shape.columnList) FROM \(quoted(shape.table))")
        try sql.append(query, shape)
        return sql
    }

    /// Counts the records of a query.
    static func count<Kind: Record>(_ query: RecordQuery<Kind>, _ shape: RecordShape) throws(StorageError) -> RecordSQL
    {
        var sql = RecordSQL(text: "SELECT count(*) FROM (SELECT 1 FROM \(quoted(shape.table))")
        try sql.append(query, shape)
        sql.text += ")"
        return sql
    }

    /// Removes the records of a query.
    static func delete<Kind: Record>(_ query: RecordQuery<Kind>, _ shape: RecordShape) throws(StorageError) -> RecordSQL
    {
        let table = quoted(shape.table)
        var sql = RecordSQL(text: "DELETE FROM \(table) WHERE \"id\" IN (SELECT \"id\" FROM \(table)")
        try sql.append(query, shape)
        sql.text += ")"
        return sql
    }

    private mutating func append<Kind: Record>(_ query: RecordQuery<Kind>, _ shape: RecordShape) throws(StorageError) {
        if let condition = query.condition {
            text += " WHERE "
            try append(condition.expression, shape, depth: 0)
        }
        for (number, (keyPath, isDescending)) in query.order.enumerated() {
            let column = try shape.column(of: keyPath)
            guard column.isOrdered else { throw shape.unordered(keyPath) }
            text += "\(number == 0 ? " ORDER BY" : ",") \(Self.quoted(column.name))\(isDescending ? " DESC" : "")"
        }
        guard query.limit != nil || query.skipped > 0 else { return }
        text += " LIMIT ? OFFSET ?"
        values += [.integer(Int64(query.limit ?? -1)), .integer(Int64(query.skipped))]
    }

    /// SQLite refuses deeper expressions.
    private static let depthLimit = 500

    private mutating func append<Kind: Record>(
        _ expression: RecordCondition<Kind>.Expression, _ shape: RecordShape, depth: Int
    ) throws(StorageError) {
        guard depth < Self.depthLimit else {
            throw .record(
                type: shape.type, reason: "a condition has more than \(Self.depthLimit) levels; split the query")
        }
        switch expression {
        case .comparison(let keyPath, let comparison, let value):
            let column = try shape.column(of: keyPath)
            let encoded = try EncodedColumn(value, of: "\(shape.table).\(column.name)")
            let sql = comparison.sql(isNull: encoded.value == .null)
            guard comparison.isEquality || !encoded.isStructure else { throw shape.unordered(keyPath) }
            text += "\(Self.quoted(column.name)) \(sql) ?"
            values.append(encoded.value)
        case .and(let one, let other): try append(one, "AND", other, shape, depth)
        case .or(let one, let other): try append(one, "OR", other, shape, depth)
        case .not(let inner):
            text += "NOT coalesce("
            try append(inner, shape, depth: depth + 1)
            text += ", 0)"
        @unknown default:
            throw .record(type: shape.type, reason: "the storage does not know a condition; update the host")
        }
    }

    private mutating func append<Kind: Record>(
        _ one: RecordCondition<Kind>.Expression, _ word: String, _ other: RecordCondition<Kind>.Expression,
        _ shape: RecordShape, _ depth: Int
    ) throws(StorageError) {
        text += "("
        try append(one, shape, depth: depth + 1)
        text += " \(word) "
        try append(other, shape, depth: depth + 1)
        text += ")"
    }
}

extension RecordCondition.Comparison {
    fileprivate var isEquality: Bool { self == .equal || self == .notEqual }

    /// Returns the operator; `IS` is an equality that `NULL` can satisfy, and orders by an index less well.
    fileprivate func sql(isNull: Bool) -> String {
        switch self {
        case .equal: isNull ? "IS" : "="
        case .notEqual: "IS NOT"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        @unknown default: "IS"
        }
    }
}

/// Statements of a table.
extension RecordShape {
    fileprivate func unordered<Kind: Record>(_ keyPath: PartialKeyPath<Kind>) -> StorageError {
        .column(type: type, keyPath: "\(keyPath)", reason: "its values have no order; use == and !=")
    }

    /// The names of the columns.
    var columnList: String { columns.map { RecordSQL.quoted($0.name) }.joined(separator: ", ") }

    /// Inserts a record whose columns are the parameters.
    func insertion(replacing: Bool) -> String {
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        let insertion = "INSERT INTO \(RecordSQL.quoted(table)) (\(columnList)) VALUES (\(places))"
        guard replacing else { return insertion }
        let others = columns.filter { $0.name != "id" }.map { RecordSQL.quoted($0.name) }
        let changes = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return insertion + " ON CONFLICT (\"id\") DO " + (changes.isEmpty ? "NOTHING" : "UPDATE SET \(changes)")
    }

    /// Replaces the record with the `id` among the parameters.
    var update: String {
        let changes = columns.enumerated().map { "\(RecordSQL.quoted($1.name)) = ?\($0 + 1)" }.joined(separator: ", ")
        let id = columns.firstIndex { $0.name == "id" }.map { $0 + 1 } ?? 0
        return "UPDATE \(RecordSQL.quoted(table)) SET \(changes) WHERE \"id\" = ?\(id)"
    }

    /// Creates the table.
    var creation: String {
        "CREATE TABLE \(RecordSQL.quoted(table)) (\(columns.map(\.definition).joined(separator: ", ")))"
    }

    /// Adds an optional column.
    func addition(of column: Column) -> String {
        "ALTER TABLE \(RecordSQL.quoted(table)) ADD COLUMN \(column.definition)"
    }
}

extension RecordShape.Column {
    fileprivate var definition: String {
        let key = name == "id" ? " PRIMARY KEY" : ""
        return "\(RecordSQL.quoted(name)) \(declaration)\(isOptional ? "" : " NOT NULL")\(key)"
    }
}
