@_spi(Host) public import ModuleKit

/// A check of a view model against the rules for view models.
///
/// ```swift
/// @Test func `the inbox keeps the rules of view models`() {
///     #expect(ViewModelCheck.faults { InboxModel(outbox: MemoryOutbox()) } == [])
/// }
/// ```
///
/// The check does not test whether other code can write the properties: a `Sendable` view model has no stored `var`.
public enum ViewModelCheck {
    /// Returns the violations of the rules by a view model in its initial state.
    ///
    /// - Parameter make: creates a view model that nothing else holds.
    /// - Throws: the error of `make`.
    public static func faults<Model: ViewModel>(_ make: () throws -> Model) rethrows -> [ViewModelFault] {
        weak var left: Model?
        var faults: [ViewModelFault] = []
        do {
            let model = try make()
            left = model
            faults = self.faults(of: model)
        }
        return faults + (left == nil ? [] : [.staysAlive])
    }

    /// Returns the violations that can be found while the view model has other owners.
    static func faults(of model: some ViewModel) -> [ViewModelFault] { held(by: model) + shown(by: model) }

    private static func held(by model: some ViewModel) -> [ViewModelFault] {
        Mirror(reflecting: model).children.flatMap { child -> [ViewModelFault] in
            // A view model in a property of another view model must also follow the rules.
            if let part = child.value as? any ViewModel { return held(by: part) }
            let type = String(reflecting: Swift.type(of: child.value))
            let names = type.split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "_" }
            guard names.contains(where: { views.contains(String($0)) }) else { return [] }
            return [.holdsView(property: child.label ?? "a property", type: type.replacing("Mediator.", with: ""))]
        }
    }

    private static let views = Set(
        [
            "Page", "PageElement", "Container", "Heading", "Text", "Field", "Link", "Image", "List", "Table", "Form",
            "ProgressBar", "Action", "Navigator", "Switchboard",
        ].map { "Mediator.\($0)" })

    private static func shown<Model: ViewModel>(by model: Model) -> [ViewModelFault] {
        let page = Page("", showing: model)
        var faults = page.elements == model.content ? [] : [ViewModelFault.unsteady]
        for element in page.allElements {
            switch element {
            case .list(let list): faults += duplicates(list.items)
            case .table(let table): faults += duplicates(table.rows)
            case .form(let form): faults += wrongFields(form)
            default: break
            }
        }
        return faults + foreignMessages(page, Model.Message.self)
    }

    private static func duplicates(_ rows: some Sequence<some Identified>) -> [ViewModelFault] {
        var seen: Set<String> = []
        return rows.compactMap(\.id).filter { !seen.insert($0).inserted }.map { .duplicateIdentity($0) }
    }

    private static func wrongFields(_ form: Form) -> [ViewModelFault] {
        form.repeatedNames.map { .repeatedField($0, form: form.title) }
            + form.fields.compactMap { field in
                guard let pattern = field.pattern, TextPattern(pattern) == nil else { return nil }
                return .unreadablePattern(field: field.name, pattern: pattern)
            }
    }

    /// Returns the faults of messages to the view model itself; messages to a container's own receiver are not checked.
    private static func foreignMessages(_ page: Page, _ type: (some Decodable).Type) -> [ViewModelFault] {
        var page = page
        page.receiver = nil
        return page.targets.filter(\.lacksReceiver).compactMap { target in
            do {
                guard let message = try message(of: target) else { return nil }
                _ = try Payload(json: try message.json()).decode(as: type)
                return nil
            } catch {
                return .foreignMessage(title: target.title, reason: "\(error)")
            }
        }
    }

    /// Returns the message of an action, or of a form filled with a sample of each value.
    private static func message(of target: PageTarget) throws -> Payload? {
        switch target {
        case .action(let action, _): return action.message
        case .form(var form, _):
            for index in form.fields.indices {
                let field = form.fields[index]
                form.fields[index] = Form.Field(field.name, kind: field.kind)
                form.fields[index].choices = field.choices
            }
            return try form.filled(with: form.samples)
        default: return nil
        }
    }
}

/// A violation of the rules for view models.
public enum ViewModelFault: Error, Sendable, Equatable {
    /// The view model holds a part of a view, which `content` must make on demand.
    case holdsView(property: String, type: String)
    /// The content differs between two reads in the same state.
    case unsteady
    /// Two rows of one list or table have the same identity.
    case duplicateIdentity(String)
    /// The view model shows an action or a form whose message is not of its message type.
    case foreignMessage(title: String, reason: String)
    /// A pattern of a form's field cannot be read.
    case unreadablePattern(field: String, pattern: String)
    /// Two fields of a form have the same name, and one of their values would be lost.
    case repeatedField(String, form: String)
    /// The view model is not released with its last owner: a value that the view model holds refers back to the view
    /// model.
    case staysAlive
}

extension ViewModelFault: CustomStringConvertible {
    /// A sentence with the fault and the remedy.
    public var description: String {
        switch self {
        case .holdsView(let property, let type):
            "it holds \(type) in \(property); hold the model instead, and make the view in `content`"
        case .unsteady:
            "its content differs when it is read again; let `content` change nothing and read only values that it holds"
        case .duplicateIdentity(let id): "two rows have the identity \"\(id)\"; give each its own"
        case .foreignMessage(let title, let reason):
            "\"\(title)\" sends a message of another type (\(reason)); send one of the type `Message`, or give its "
                + "container a receiver"
        case .unreadablePattern(let field, let pattern):
            "the pattern \(pattern) of \"\(field)\" cannot be read, and checks nothing; write it as a `TextPattern`"
        case .repeatedField(let name, let form):
            "two fields of \"\(form)\" are named \"\(name)\"; give each its own name"
        case .staysAlive:
            "it stays after its last owner released it; hold the bindings only, and let closures refer to it weakly"
        }
    }
}
