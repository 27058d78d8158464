@_spi(Host) import ModuleKit
// Provides the names, offsets and types of a type's stored properties without an instance of the type.
@_spi(Reflection) import Swift

/// The table of a record's type: a column for each stored property.
struct RecordShape: Sendable {
    struct Column: Sendable {
        let name: String
        /// The column's type in the table's declaration; empty if the column stores values of any SQLite type.
        let declaration: String
        let isOptional: Bool
        let isOrdered: Bool
        /// The property's offset in the memory of a record.
        let offset: Int
        let type: ObjectIdentifier

        /// The column as text for errors, such as `note TEXT?`.
        var text: String { Self.text(name, declaration, isOptional: isOptional) }

        static func text(_ name: String, _ declaration: String, isOptional: Bool) -> String {
            "\(name) \(declaration.isEmpty ? "VALUE" : declaration)\(isOptional ? "?" : "")"
        }
    }

    let type: String
    let table: String
    let columns: [Column]
    /// The names of the columns. Each value of a record is looked up by its column's name; a separate list makes that
    /// fast.
    let names: [String]

    init<Kind: Record>(_ kind: Kind.Type) throws(StorageError) {
        type = String(describing: kind)
        table = Kind.table
        var columns: [Column] = []
        let isStruct = _forEachField(of: kind) { name, offset, type, _ in
            columns.append(Column(name: String(cString: name), offset: offset, type: type))
            return true
        }
        self.columns = columns
        names = columns.map(\.name)
        guard isStruct, kind is AnyObject.Type == false else { throw refusal("it is not a struct; make it one") }
        guard columns.contains(where: { $0.name == "id" && !$0.isOptional }) else {
            throw refusal("it has no stored property `id` of a non-optional type; add one as the primary key")
        }
        guard Set(columns.map { $0.name.lowercased() }).count == columns.count else {
            throw refusal("two of its properties differ only in case, which SQLite ignores in names; rename one")
        }
        for name in [table] + columns.map(\.name) { try Self.check(name) }
    }

    private func refusal(_ reason: String) -> StorageError { StorageError(.record(type: type, reason: reason)) }

    /// Throws if a name is not valid for a table or column.
    private static func check(_ name: String) throws(StorageError) {
        guard (1...128).contains(name.utf8.count), !name.unicodeScalars.contains(where: { $0.value < 32 }),
            !name.lowercased().hasPrefix("sqlite_")
        else {
            throw StorageError(
                .invalidName(name, reason: "expected 1 to 128 bytes, without control characters or `sqlite_` first"))
        }
    }

    /// Returns the column with the offset and type of the property to which a key path leads.
    ///
    /// Throws `StorageError` (`column`) for a computed property and for a nested property.
    func column<Kind: Record>(of keyPath: PartialKeyPath<Kind>) throws(StorageError) -> Column {
        let type = ObjectIdentifier(Swift.type(of: keyPath).valueType)
        if let offset = MemoryLayout<Kind>.offset(of: keyPath),
            let column = columns.first(where: { $0.offset == offset && $0.type == type })
        {
            return column
        }
        throw StorageError(
            .column(type: self.type, keyPath: "\(keyPath)", reason: "it is not a stored property; name one"))
    }
}

extension RecordShape.Column {
    fileprivate init(name: String, offset: Int, type: Any.Type) {
        let wrapped = (type as? any OptionalValue.Type)?.wrapped
        let stored = wrapped ?? type
        let raw = (stored as? any RawRepresentable.Type)?.rawType ?? stored
        let scalar = (stored as? any ColumnScalar.Type) ?? (raw as? any ColumnScalar.Type)
        self.init(
            name: name, declaration: scalar?.declaration ?? "", isOptional: wrapped != nil,
            isOrdered: scalar != nil || stored is any Comparable.Type, offset: offset, type: ObjectIdentifier(type))
    }
}

extension RawRepresentable {
    fileprivate static var rawType: Any.Type { RawValue.self }
}

private protocol OptionalValue {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalValue {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}

/// A search for columns by name, which is fast if they are requested in order.
struct ColumnCursor {
    let shape: RecordShape
    private var next = 0

    init(_ shape: RecordShape) { self.shape = shape }

    /// Returns the index of a column; throws `StorageError` (`record`) if the name is not a stored property.
    mutating func place(of name: String) throws(StorageError) -> Int {
        if next == shape.names.count { next = 0 }
        guard let place = shape.names[next] == name ? next : shape.names.firstIndex(of: name) else {
            throw StorageError(
                .record(
                    type: shape.type,
                    reason: "its coding key \(name) is not the name of a stored property; give the property that name"))
        }
        next = place + 1
        return place
    }

    /// Returns the name of a column with its table, for errors.
    func fullName(at place: Int) -> String { "\(shape.table).\(shape.columns[place].name)" }
}
