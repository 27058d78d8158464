@_spi(Host) import ModuleKit

/// The value of a call as text for the user; programs read its JSON with `--json`.
///
/// Fields have the order of the type's properties if the value was made in this process, and are sorted by name
/// otherwise. A type with fields that conforms to `CustomStringConvertible` describes itself. Any other object is
/// printed with a line for each field; fields of nested objects have names with dots. Objects in a list are the rows of
/// a table, or have a line each if their fields are too many or too long.
struct ValueText {
    /// The largest table: more columns, or longer cells, would not fit on a screen.
    private static let tableLimit = (columns: 32, cell: 400)

    private let value: JSONValue
    /// For each name of a property: its position in the order of declaration.
    private var places: [String: Int] = [:]
    /// The description from the value's own type; `nil` if the value is printed by its fields.
    private let sentence: String?

    /// Reads a value. Throws `PayloadError` if the value has no JSON.
    init(_ payload: Payload) throws(PayloadError) {
        let json = try payload.json()
        // JSON that is nested too deeply is printed as text.
        value = (try? JSONValue(document: json)) ?? .string(String(decoding: json, as: UTF8.self))
        sentence = if case .object = value { Self.sentence(of: payload) } else { nil }
        guard sentence == nil else { return }
        switch value {
        case .array, .object: if let original = payload.unchanged(as: Any.self) { notePlaces(of: original) }
        default: break
        }
    }

    private static func sentence(of payload: Payload) -> String? {
        // A dictionary describes itself, but not for people. A test for `any Collection` takes ten times as long.
        let words = payload.unchanged(as: (any CustomStringConvertible).self)
        return words is [AnyHashable: Any] || words is Payload ? nil : words?.description
    }

    /// Records the names of a value's properties, and of nested properties, in the order of declaration.
    private mutating func notePlaces(of value: Any, depth: Int = 0) {
        guard depth < 8 else { return }
        let mirror = Mirror(reflecting: value)
        let hasProperties = mirror.displayStyle == .struct || mirror.displayStyle == .class
        // The first elements of a list are enough, because all elements have the same properties.
        for child in mirror.children.prefix(hasProperties ? .max : 8) {
            if hasProperties, let name = child.label, places[name] == nil { places[name] = places.count }
            notePlaces(of: child.value, depth: depth + 1)
        }
    }

    /// Returns the text, which may have several lines; tables fit a window of `width` columns.
    func text(width: Int?) -> String {
        if let sentence { return PlainText.safe(sentence) }
        if case .string(let text) = value { return PlainText.safe(text) }
        return lines(of: value, width).joined(separator: "\n")
    }

    /// The text on one line, as for the values of a stream.
    var line: String { PlainText.line(sentence ?? line(of: value)) }

    private func lines(of value: JSONValue, _ width: Int?) -> [String] {
        switch value {
        case .array(let elements) where !elements.isEmpty:
            elements.contains(where: \.hasFields)
                ? table(of: elements, width) : elements.map { PlainText.line(cell(of: $0)) }
        case .object(let members) where !members.isEmpty: fields(of: value).flatMap { lines(ofField: $0, $1, width) }
        default: [PlainText.line(cell(of: value))]
        }
    }

    private func lines(ofField name: String, _ value: JSONValue, _ width: Int?) -> [String] {
        guard case .array(let elements) = value, elements.contains(where: \.hasFields) else {
            return [PlainText.line("\(name): \(cell(of: value))")]
        }
        return [PlainText.line("\(name):")] + table(of: elements, width.map { $0 - 2 }).map { "  " + $0 }
    }

    private func table(of elements: [JSONValue], _ width: Int?) -> [String] {
        let rows = elements.map { fields(of: $0).map { (name: $0.name, cell: cell(of: $0.value)) } }
        var names: [String] = []
        var known: Set<String> = []
        for field in rows.joined() where known.insert(field.name).inserted { names.append(field.name) }
        let isLong = rows.joined().contains { $0.cell.utf8.count > Self.tableLimit.cell }
        guard !isLong, names.count <= Self.tableLimit.columns else {
            return elements.map { PlainText.line(line(of: $0)) }
        }
        var table = TextTable(header: names.map { PlainText.line($0) })
        for row in rows {
            let cells = Dictionary(row.map { ($0.name, $0.cell) }) { first, _ in first }
            table.add(names.map { cells[$0] ?? "" })
        }
        return table.lines(width: width)
    }

    private func line(of value: JSONValue) -> String {
        guard value.hasFields else { return cell(of: value) }
        return fields(of: value).map { "\($0.name): \(cell(of: $0.value))" }.joined(separator: ", ")
    }

    /// Returns the fields of an object and of nested objects. A nested field has a name such as `address.city`.
    private func fields(of value: JSONValue) -> [(name: String, value: JSONValue)] {
        guard case .object(let members) = value, !members.isEmpty else { return [("value", value)] }
        return members.sorted { (place($0.key), $0.key) < (place($1.key), $1.key) }.flatMap { key, member in
            member.hasFields ? fields(of: member).map { ("\(key).\($0.name)", $0.value) } : [(key, member)]
        }
    }

    private func place(_ name: String) -> Int { places[name] ?? .max }

    private func cell(of value: JSONValue) -> String {
        switch value {
        case .null, .array([]), .object([:]): "none"
        case .string(let text): text
        case .array(let elements) where !elements.contains(where: \.hasFields):
            elements.map(cell).joined(separator: ", ")
        default: value.text
        }
    }
}

extension JSONValue {
    /// Whether the value is an object that is not empty.
    fileprivate var hasFields: Bool { if case .object(let members) = self { !members.isEmpty } else { false } }
}
