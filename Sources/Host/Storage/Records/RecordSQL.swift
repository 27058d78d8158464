@_spi(Host) import ModuleKit
import Platform

/// The text of a query with the values of its parameters; a value is never a part of the text.
struct RecordSQL {
    private(set) var text: String
    private(set) var values: [ColumnValue] = []

    /// Creates a query; `beginning` is its text up to the table, and `end` is its text after the last clause.
    init<Kind: Record>(
        _ beginning: String, _ query: RecordQuery<Kind>, _ shape: RecordShape, _ end: String = ""
    ) throws(StorageError) {
        text = beginning
        try append(query, shape)
        text += end
    }

    static func quoted(_ name: String) -> String { "\"\(name.escaping(["\"": "\"\""]))\"" }

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

    /// The maximum depth of a condition; SQLite refuses expressions that are too deep.
    private static let depthLimit = 500

    private mutating func append<Kind: Record>(
        _ expression: RecordCondition<Kind>.Expression, _ shape: RecordShape, depth: Int
    ) throws(StorageError) {
        guard depth < Self.depthLimit else {
            throw StorageError(
                .record(
                    type: shape.type, reason: "a condition has more than \(Self.depthLimit) levels; split the query"))
        }
        switch expression {
        case .comparison(let keyPath, let comparison, let value):
            let column = try shape.column(of: keyPath)
            let encoded = try ColumnEncoder(value, of: "\(shape.table).\(column.name)")
            let sql = comparison.sql(isNull: encoded.value == .null)
            guard comparison.isEquality || !encoded.isStructure else { throw shape.unordered(keyPath) }
            text += "\(Self.quoted(column.name)) \(sql) ?"
            values.append(encoded.value)
        case .and(let one, let other), .or(let one, let other):
            let word = if case .and = expression { "AND" } else { "OR" }
            text += "("
            try append(one, shape, depth: depth + 1)
            text += " \(word) "
            try append(other, shape, depth: depth + 1)
            text += ")"
        case .not(let inner):
            text += "NOT coalesce("
            try append(inner, shape, depth: depth + 1)
            text += ", 0)"
        @unknown default:
            throw StorageError(
                .record(type: shape.type, reason: "the storage does not know a condition; update the host"))
        }
    }
}

extension RecordCondition.Comparison {
    fileprivate var isEquality: Bool { self == .equal || self == .notEqual }

    /// Returns the operator. Of the operators for equality, only `IS` matches `NULL`. Other values get `=`, with which
    /// SQLite makes better use of an index for the order.
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

/// The SQL statements of a table.
extension RecordShape {
    fileprivate func unordered<Kind: Record>(_ keyPath: PartialKeyPath<Kind>) -> StorageError {
        StorageError(.column(type: type, keyPath: "\(keyPath)", reason: "its values have no order; use == and !="))
    }

    var quotedTable: String { RecordSQL.quoted(table) }

    var columnList: String { columns.map { RecordSQL.quoted($0.name) }.joined(separator: ", ") }

    /// Returns the statement that inserts a record; its parameters are the record's columns.
    func insertion(replacing: Bool) -> String {
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        let insertion = "INSERT INTO \(quotedTable) (\(columnList)) VALUES (\(places))"
        guard replacing else { return insertion }
        let others = columns.filter { $0.name != "id" }.map { RecordSQL.quoted($0.name) }
        let changes = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return insertion + " ON CONFLICT (\"id\") DO " + (changes.isEmpty ? "NOTHING" : "UPDATE SET \(changes)")
    }

    /// The statement that replaces a record. Its parameters are the record's columns, one of which is the `id`.
    var update: String {
        let changes = columns.enumerated().map { "\(RecordSQL.quoted($1.name)) = ?\($0 + 1)" }.joined(separator: ", ")
        let id = columns.firstIndex { $0.name == "id" }.map { $0 + 1 } ?? 0
        return "UPDATE \(quotedTable) SET \(changes) WHERE \"id\" = ?\(id)"
    }

    var creation: String {
        "CREATE TABLE \(quotedTable) (\(columns.map(\.definition).joined(separator: ", ")))"
    }

    func addition(of column: Column) -> String {
        "ALTER TABLE \(quotedTable) ADD COLUMN \(column.definition)"
    }
}

extension RecordShape.Column {
    fileprivate var definition: String {
        let key = name == "id" ? " PRIMARY KEY" : ""
        return "\(RecordSQL.quoted(name)) \(declaration)\(isOptional ? "" : " NOT NULL")\(key)"
    }
}
