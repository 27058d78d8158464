@_spi(Host) import HostKit

extension Command {
    private static let field = Option(
        "--field", value: "NAME", "only entries with a field of this name, in a body, a value or an event")

    static let contractWho = Command(
        name: "contract who", words: "URL|service NAME|event NAME|label NAME …",
        summary: "list the modules whose contracts (Contracts/*.json) have this URL or name",
        options: [field], need: .modules,
        read: { arguments throws(Failure) in
            let subject = try ContractSubject(arguments.words)
            return { session throws(Failure) in
                let files = try ContractCheck.files([])
                if let route = subject.route(session.mediator) { session.console.notice("contract", route) }
                var uses: [ContractUse] = []
                for (path, contract) in files {
                    uses += try subject.uses(in: contract, path, field: arguments.values(field).last, session.mediator)
                }
                let none = "no entry of \(files.count == 1 ? "1 contract" : "\(files.count) contracts") uses it"
                let text = uses.isEmpty ? none : uses.map { PlainText.line($0.text) }.joined(separator: "\n")
                return try session.console.show("uses", uses, text: text)
            }
        })
}

/// An entry of a contract that uses the subject of `contract who`, in the command's output.
private struct ContractUse: Encodable {
    let module: String
    /// The verb that says how the module uses the subject: `asks`, `takes`, `hears`, `publishes` or `reads`.
    let verb: String
    let entry: String
    let file: String

    var text: String { "\(module) \(verb) \(entry) (\(file))" }
}

/// The subject of `contract who`: a URL, or the name of a service, an event or a label.
private struct ContractSubject {
    /// For each kind of name: the sections of a contract that list such names, each with the verb for the output.
    private static let sections = [
        "service": [("services", "takes")], "event": [("published", "publishes"), ("events", "hears")],
        "label": [("labels", "reads")],
    ]

    /// The kind of the name; `nil` for a URL.
    private let kind: String?
    private let name: String

    init(_ words: [String]) throws(Failure) {
        let usage = Command.contractWho.usage
        kind = Self.sections[words[0]] == nil ? nil : words[0]
        let count = kind == nil ? 1 : 2
        if words.count < count { throw .missingWord("NAME", command: "contract who", usage: usage) }
        if words.count > count { throw .extraWord(words[count], command: "contract who", usage: usage) }
        name = words[count - 1]
    }

    /// Returns a sentence that names the route for the URL, because the user may have another route in mind.
    func route(_ mediator: Switchboard) -> String? {
        guard kind == nil, let found = (try? mediator.explain(RouteURL(name)))?.routes.candidates.first else {
            return nil
        }
        return "\(found.owner)'s \(found.pattern) answers \(mediator.shown(name))"
    }

    func uses(
        in contract: ContractFile, _ path: String, field: String?, _ mediator: Switchboard
    ) throws(Failure) -> [ContractUse] {
        func uses(_ section: String, _ verb: String, _ isMeant: (String) -> Bool) -> [ContractUse] {
            (contract.sections[section] ?? [:]).sorted { $0.key < $1.key }.compactMap { key, members in
                guard isMeant(key), field.map(JSONValue.object(members).hasField) ?? true else { return nil }
                return ContractUse(module: contract.module, verb: verb, entry: key, file: path)
            }
        }
        if let kind { return (Self.sections[kind] ?? []).flatMap { uses($0, $1) { $0 == name } } }
        let keys = (contract.sections["asks"] ?? [:]).keys.sorted()
        let asks = zip(keys, try ContractAsk.all(of: contract, path)).filter { Self.stands($1, on: name, mediator) }
        return uses("asks", "asks", Set(asks.map(\.0)).contains)
    }

    /// Returns whether a recorded request uses the route that answers `url`: the same route answers the request, or the
    /// route has a label by which the module found routes. If no route answers `url` now, compares `url` with the
    /// request and with the route of the last review.
    private static func stands(_ ask: ContractAsk, on url: String, _ mediator: Switchboard) -> Bool {
        let route = { (url: String) in (try? mediator.explain(RouteURL(url)))?.routes.candidates.first }
        guard let meant = route(url) else {
            let path = url.prefix { $0 != "?" }
            let former = ask.reviewed?["pattern"]?.string.flatMap { try? RoutePattern($0) }
            return ask.url.prefix { $0 != "?" } == path || ask.pattern == path
                || former.map { PatternIndex([IndexedPattern($0)]).match(RouteURL(url)) != nil } ?? false
        }
        let labels = ask.members["labels"]?.strings ?? []
        if !labels.isEmpty { return meant.labels?.contains { labels.contains($0.name) } ?? false }
        return route(ask.url).map { $0.owner == meant.owner && $0.pattern == meant.pattern } ?? false
    }
}

extension JSONValue {
    /// Returns whether a schema in this value has a property named `name`.
    fileprivate func hasField(_ name: String) -> Bool {
        switch self {
        case .object(let members):
            members["properties"]?[name] != nil || members.values.contains { $0.hasField(name) }
        case .array(let values): values.contains { $0.hasField(name) }
        default: false
        }
    }
}
