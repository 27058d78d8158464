import ModuleKit

/// A reader of a rule's fields from a request and its page, which redacts sensitive values.
struct FieldReader {
    /// The text that replaces a sensitive value.
    static let mark = "***"
    /// The maximum length of a recorded value, in characters.
    static let lengthLimit = 256

    let request: Request
    let page: Page?

    /// Returns the value of a field, if it is present.
    func value(of path: FieldPath) -> String? {
        switch path {
        case .url: String(request.shownURL.prefix(Self.lengthLimit))
        case .title: page.map { shown($0.title, named: "title") }
        case .element(let kind, let name): page?.value(of: kind, name).map { shown($0, named: name ?? kind) }
        case .parameter(let name): request.parameters[name].map { shown($0, named: name) }
        // A body is not recorded, because nothing in a body shows which values are secret.
        case .body: nil
        }
    }

    private func shown(_ value: String, named name: String) -> String {
        let value = String(value.prefix(Self.lengthLimit))
        return isSensitive(value, named: name) ? Self.mark : value
    }

    /// Returns whether a route declares a parameter with this name sensitive, or the value contains a sensitive value.
    ///
    /// Only the mediator knows the sensitive values, so this function checks whether the mediator redacts the value in
    /// the request's URL.
    private func isSensitive(_ value: String, named name: String) -> Bool {
        let base = RouteURL(String(request.url.text.prefix { $0 != "#" }))
        let hasQuery = base.text.contains("?")
        let probe: RouteURL = hasQuery ? "\(base)&\(name)=\(value)" : "\(base)?\(name)=\(value)"
        return RouteURL(request.with(url: probe).shownURL).query.last?.value != value
    }
}

/// A reader of a rule's fields from the user's choice on a page, which has no sensitive values.
struct ChoiceReader {
    let choice: PageChoice
    let url: RouteURL
    let parameters: Parameters

    /// Returns the value of a field, if it is present.
    func value(of path: FieldPath) -> String? {
        let value: String? =
            switch path {
            case .url: url.text
            case .title: choice.title
            case .parameter(let name): parameters[name]
            case .body(let name): choice.values[name]
            case .element: nil
            }
        return value.map { String($0.prefix(FieldReader.lengthLimit)) }
    }
}
