/// A label of a route: a name with an optional text. Other code can read it without running the module's code.
///
/// A module lists the routes with a label (`ModuleContext.routes(labelled:)`), an interceptor covers them
/// (`Interceptor(_:onLabelled:)`), and people read the labels `summary` and `team` in lists.
public struct RouteLabel: Sendable, Hashable, Codable {
    /// The maximum length of a name, in UTF-8 bytes.
    public static let maximumNameLength = 64
    /// The maximum length of a text, in UTF-8 bytes.
    public static let maximumTextLength = 256
    /// The name of the label whose text is the purpose of the route.
    public static let summary = "summary"
    /// The name of the label whose text is the team that owns the route.
    public static let team = "team"
    /// The name of the label for a route that may run twice: if its host dies, the request is sent to another host.
    public static let idempotent = "idempotent"
    /// The name of the label for a page that a stack contains at most once: opening its URL again returns to the page.
    public static let single = "single"

    /// The name of the label whose text is the pattern of a parent page. If an external caller opens the page with the
    /// label, the mediator puts the parent page below that page.
    public static let parent = "parent"

    /// The name, such as `account.centre`.
    public let name: String
    /// The text for people, if any.
    public let text: String?

    /// Creates a label. The name and the text are validated when the module is registered.
    public init(_ name: String, _ text: String? = nil) {
        self.name = name
        self.text = text
    }
}

/// A route with a label, as an element of the list that a module receives.
public struct LabelledRoute: Sendable, Equatable {
    /// The route's module.
    public let module: String
    /// The pattern in its written form.
    public let pattern: String
    /// The verb that the route answers.
    public let verb: Request.Verb
    /// The URL of a route without parameters; otherwise `nil`.
    public let url: RouteURL?
    /// The text of the label, if it has one.
    public let text: String?
    /// The purpose of the route, if its module states one.
    public let summary: String?

    /// Describes a route from another process.
    @_spi(Host) public init(
        module: String, pattern: String, verb: Request.Verb, url: RouteURL?, text: String?, summary: String?
    ) {
        (self.module, self.pattern, self.verb) = (module, pattern, verb)
        (self.url, self.text, self.summary) = (url, text, summary)
    }
}

extension LabelledRoute {
    /// Creates the description of a route; `nil` if the route does not have the label.
    init?(_ entry: RouteTable.Entry, _ pattern: RoutePattern, label name: String) {
        guard let label = entry.route.labels.first(where: { $0.name == name }) else { return nil }
        self.init(
            module: entry.owner, pattern: entry.route.pattern, verb: entry.route.verb,
            url: pattern.parameterNames.isEmpty ? (try? pattern.url([])).map { RouteURL($0) } : nil, text: label.text,
            summary: entry.route.labels.text(of: RouteLabel.summary))
    }
}

extension [RouteLabel] {
    func text(of name: String) -> String? { first { $0.name == name }?.text }

    /// Returns the faults of the labels of one declaration; `declaration` is its name, such as `route /rent/list`.
    func faults(of declaration: String, declared: DeclarationSite) -> [RegistrationFault] {
        var seen: Set<String> = []
        return flatMap { label -> [String] in
            let isNew = seen.insert(label.name).inserted
            return (isNew ? [] : ["the label \"\(label.name)\" twice; remove one of them"]) + label.faults
        }.map { .invalidLabel(of: declaration, declared: declared, reason: $0) }
    }
}

extension RouteLabel {
    /// The faults of the name and the text, each as a phrase that follows "has".
    fileprivate var faults: [String] {
        var faults = name.isEmpty ? ["a label without a name; name it, as in \"account.centre\""] : []
        for (part, limit) in [(name, Self.maximumNameLength), (text ?? "", Self.maximumTextLength)] {
            let size = part.utf8.count
            if size > limit {
                let finding = "with a name or text of \(size) bytes, the limit is \(limit)"
                faults.append("the label \"\(name.prefix(40))\" \(finding); shorten it")
            }
            if part.unicodeScalars.contains(where: { Self.hidden.contains($0.properties.generalCategory) }) {
                let shown = String(reflecting: String(name.prefix(40)))
                faults.append("the label \(shown) with a control character or a line break; leave it out")
            }
        }
        return faults
    }

    private static let hidden: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator]
}

extension Route {
    var labelFaults: [RegistrationFault] {
        if labels.isEmpty { return [] }
        let faults = labels.faults(of: "route \(pattern)", declared: location)
        guard let parentFault else { return faults }
        return faults + [.invalidLabel(of: "route \(pattern)", declared: location, reason: parentFault)]
    }

    /// The fault of the parent label; the pattern must have the parameters that the parent needs.
    private var parentFault: String? {
        guard let text = labels.text(of: RouteLabel.parent) else { return nil }
        guard let parent = try? RoutePattern(text), let own = try? RoutePattern(pattern, types: []) else {
            return (try? RoutePattern(text)) == nil
                ? "the parent \"\(text)\", which is not a pattern; write one such as /rent/list" : nil
        }
        guard let missing = parent.requiredNames.first(where: { !own.parameterNames.contains($0) }) else { return nil }
        return "the parent \(text), whose parameter \(missing) the pattern lacks; leave it out of the parent"
    }

    /// The location of the declaration in the source code, with the team that owns the route.
    var place: DeclarationSite {
        DeclarationSite(fileID: location.fileID, line: location.line, team: labels.text(of: RouteLabel.team))
    }
}
