import ModuleKit

/// The key path of a recorded value, such as `title`, `elements.field[Rent]` or `parameters.id`.
enum FieldPath: Sendable, Equatable {
    /// The URL, with sensitive values redacted.
    case url
    case title
    /// The value of the page's first element of a kind; with a name, the value of the first element that has this kind
    /// and this name.
    case element(kind: String, name: String?)
    /// A parameter of the path or the query.
    case parameter(String)
    /// A value of a form.
    case body(String)

    /// Parses the text of a path in a rule; the rule's kind decides which paths are allowed.
    init(_ text: String, in kind: TrackingRule.Kind) throws(RuleFault) {
        switch text {
        case "url": self = .url
        case "title": self = .title
        default:
            guard let dot = text.firstIndex(of: "."), text.index(after: dot) != text.endIndex else {
                throw .path(text)
            }
            let rest = String(text[text.index(after: dot)...])
            switch text[..<dot] {
            case "parameters": self = .parameter(rest)
            case "body" where kind == .form: self = .body(rest)
            case "body": throw .bodyOutsideForm(text)
            case "elements": try self.init(element: rest, of: text)
            default: throw .path(text)
            }
        }
    }

    private init(element text: String, of path: String) throws(RuleFault) {
        let kind = text.prefix { $0 != "[" }
        let rest = text[kind.endIndex...]
        guard PageElement.trackedKinds.contains(String(kind)), rest.isEmpty || rest.hasSuffix("]") else {
            throw .path(path)
        }
        self = .element(kind: String(kind), name: rest.isEmpty ? nil : String(rest.dropFirst().dropLast()))
    }
}

extension Page {
    /// Returns the value of the first element that has a kind and, if a name is given, this name.
    func value(of kind: String, _ name: String?) -> String? {
        elements.lazy.compactMap { $0.value(of: kind, name) }.first
    }
}

extension PageElement {
    /// The kinds of elements with a value.
    static let trackedKinds: Set = [
        "heading", "text", "field", "link", "image", "progress", "form", "action", "list", "table",
    ]

    /// Returns the value of this element if the element has a kind and, if given, a name. For a container, returns the
    /// value of the first element within the container that has them.
    fileprivate func value(of kind: String, _ name: String?) -> String? {
        if case .container(let container) = self {
            return container.content.lazy.compactMap { $0.value(of: kind, name) }.first
        }
        guard let (ownKind, ownName, value) = parts, ownKind == kind, name == nil || name == ownName else {
            return nil
        }
        return value
    }

    /// The element's kind, name and value; the value of a list or a table is its number of rows.
    private var parts: (kind: String, name: String, value: String)? {
        switch self {
        case .heading(let heading): ("heading", heading.text, heading.text)
        case .text(let text): ("text", text.text, text.text)
        case .field(let field): ("field", field.name, field.value)
        case .link(let link): ("link", link.title, link.url.text)
        case .image(let image): ("image", image.caption, image.url.text)
        case .progress(let bar): ("progress", bar.title, bar.fraction.map { "\($0)" } ?? "")
        case .form(let form): ("form", form.title, form.url?.text ?? "")
        case .action(let action): ("action", action.title, action.url?.text ?? "")
        case .list(let list): ("list", "", "\(list.items.count)")
        case .table(let table): ("table", "", "\(table.rows.count)")
        default: nil
        }
    }
}

extension Response {
    /// The page that the response shows, if any.
    var shownPage: Page? {
        switch self {
        case .page(let page): page
        case .command(let command): command.shownPage
        default: nil
        }
    }
}

extension NavigationCommand {
    fileprivate var shownPage: Page? {
        switch self {
        case .push(let page), .present(let page), .replace(let page), .root(let page): page
        case .sequence(let commands): commands.last?.shownPage
        case .unasked(let command): command.shownPage
        default: nil
        }
    }
}
