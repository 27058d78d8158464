@_spi(Host) import ModuleKit
@_spi(Host) import ModuleTesting

extension Command {
    private static let field = Option(
        "--field", value: "NAME", "only entries with a field of this name, in a body, a value or an event")

    /// `contract who`: lists what tests stood on a URL, a service, an event or a label.
    static let contractWho = Command(
        name: "contract who", words: "URL|service NAME|event NAME|label NAME …",
        summary: "list the modules whose tests stood on it, by Contracts/*.json and Plugins/*/Contracts/*.json",
        options: [field], need: .modules,
        read: { arguments throws(UsageError) in
            let subject = try ContractSubject(arguments.words)
            return { session throws(Failure) in
                let files = try ContractCheck.files([])
                if let route = subject.route(session.mediator) { session.console.notice("contract", route) }
                var uses: [ContractUse] = []
                for (path, contract) in files {
                    uses += try subject.uses(in: contract, path, field: arguments.values(field).last, session.mediator)
                }
                let none = "nothing in \(files.count == 1 ? "1 contract" : "\(files.count) contracts") stands on it"
                let text = uses.isEmpty ? none : uses.map { PlainText.line($0.text) }.joined(separator: "\n")
                try session.console.show("uses", uses, text: text)
                return .done
            }
        })
}

/// An entry of a contract that stands on a subject.
private struct ContractUse: Encodable {
    let module: String
    /// What the module does: `asks`, `takes`, `hears`, `publishes` or `reads`.
    let verb: String
    let entry: String
    let file: String

    var text: String { "\(module) \(verb) \(entry) (\(file))" }
}

/// What the tests of a module may stand on.
private enum ContractSubject {
    case url(String)
    case service(String)
    case event(String)
    case label(String)

    init(_ words: [String]) throws(UsageError) {
        let usage = Command.contractWho.usage
        switch (words[0], words.count) {
        case ("service", 1), ("event", 1), ("label", 1):
            throw .missingWord("NAME", command: "contract who", usage: usage)
        case (_, 1): self = .url(words[0])
        case ("service", 2): self = .service(words[1])
        case ("event", 2): self = .event(words[1])
        case ("label", 2): self = .label(words[1])
        default: throw .extraWord(words[words.count - 1], command: "contract who", usage: usage)
        }
    }

    /// Returns a sentence with the route that answers a URL, which may be another one than its author means.
    func route(_ mediator: Switchboard) -> String? {
        guard case .url(let url) = self, let found = (try? mediator.explain(RouteURL(url)))?.routes.candidates.first
        else { return nil }
        return "\(found.owner)'s \(found.pattern) answers \(mediator.shown(url))"
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
        switch self {
        case .url(let url):
            let keys = (contract.sections["asks"] ?? [:]).keys.sorted()
            let asks = zip(keys, try ContractAsk.all(of: contract, path)).filter { Self.stands($1, on: url, mediator) }
            return uses("asks", "asks", Set(asks.map(\.0)).contains)
        case .service(let name): return uses("services", "takes") { $0 == name }
        case .event(let name):
            return uses("published", "publishes") { $0 == name } + uses("events", "hears") { $0 == name }
        case .label(let name): return uses("labels", "reads") { $0 == name }
        }
    }

    /// Whether the route of a URL answers an ask, or answered it at the review, or has a label by which the module
    /// asked.
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
    /// Whether a schema in the value has a property with a name.
    fileprivate func hasField(_ name: String) -> Bool {
        switch self {
        case .object(let members):
            members["properties"]?[name] != nil || members.values.contains { $0.hasField(name) }
        case .array(let values): values.contains { $0.hasField(name) }
        default: false
        }
    }
}
