import ModuleKit

/// Reads the values of a rule's fields from a request and its page, and redacts the sensitive ones.
struct FieldReader {
    /// The text in place of a sensitive value.
    static let mark = "***"
    /// The longest recorded value, in characters.
    static let lengthLimit = 256

    let request: Request
    let page: Page?
    let forms: KnownForms

    /// Returns the present values by the written form of their fields.
    func values(_ fields: [(name: String, path: FieldPath)]) -> [String: String] {
        var values: [String: String] = [:]
        for (name, path) in fields { values[name] = value(of: path) }
        return values
    }

    private func value(of path: FieldPath) -> String? {
        switch path {
        case .url: String(request.shownURL.prefix(Self.lengthLimit))
        case .title: page.map { shown($0.title, named: "title") }
        case .element(let kind, let name): page?.value(of: kind, name).map { shown($0, named: name ?? kind) }
        case .parameter(let name): request.parameters[name].map { shown($0, named: name) }
        case .body(let name): bodyValue(name)
        }
    }

    /// Returns a value of the body, whose form has to be known: no other body tells which values are secret.
    private func bodyValue(_ name: String) -> String? {
        guard let scalar = try? request.body(as: [String: Scalar].self)[name] else { return nil }
        return forms.reveals(name, of: request.url.text) ? shown(scalar.text, named: name) : Self.mark
    }

    private func shown(_ value: String, named name: String) -> String {
        let value = String(value.prefix(Self.lengthLimit))
        return isSensitive(value, named: name) ? Self.mark : value
    }

    /// Returns whether a route declares a parameter of this name sensitive, or the value contains one that is.
    ///
    /// The mediator knows that of URLs: the value goes into the request's URL, and the shown URL answers.
    private func isSensitive(_ value: String, named name: String) -> Bool {
        let text = request.url.text.prefix { $0 != "#" }
        let item = Self.escaped(name) + "=" + Self.escaped(value)
        guard let probe = try? RouteURL(text + (text.contains("?") ? "&" : "?") + item),
            let shown = try? RouteURL(request.with(url: probe).shownURL)
        else { return true }
        return shown.query.last?.value != value
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { escaped, byte in
            let isPlain = byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || (48...57).contains(byte))
            escaped += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}

/// A value of a form's body: a text, a number or a truth value.
private struct Scalar: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            text = "\(value)"
        } else if let value = try? container.decode(Int.self) {
            text = "\(value)"
        } else if let value = try? container.decode(Double.self) {
            text = "\(value)"
        } else {
            text = (try? container.decode(String.self)) ?? ""
        }
    }
}
