@_spi(Host) import HostKit
import PluginRuntime

/// The check of contracts against the routes, services, events and labels of an app.
///
/// A module's contract is a file in which its tests record what they used of other modules.
struct ContractCheck {
    let routes: RouteList
    /// All contracts of the app. A check of one contract finds the publishers of its events in the other contracts.
    var contracts: [ContractFile] = []
    /// A mediator that has the routes, and finds the route for a URL.
    let mediator: Switchboard
    /// The versions of the modules, keyed by name; empty if the routes are from a file.
    private var versions: [String: String] = [:]

    /// Creates a check against the routes of this session. Starts the session's modules, because only a started module
    /// reports the types of its routes.
    init(of session: Session) async throws(Failure) {
        let records = await session.runtime.records.filter(\.mayRun)
        for record in records { _ = await session.hasStarted(record.name) }
        versions = Dictionary(records.map { ($0.name, $0.version ?? "") }) { first, _ in first }
        mediator = session.mediator
        routes = try RouteList(
            RouteDocument.all(mediator.routes, outlines: mediator.outlines), interceptors: mediator.interceptors,
            services: mediator.services)
    }

    /// Creates a check against the routes in a file.
    init(_ routes: RouteList, ownHosts: Set<String>) throws(Failure) {
        self.routes = routes
        mediator = Switchboard(navigator: NavigationPlanner(), ownHosts: ownHosts)
        for owner in routes.owners {
            try Failure.describing(try mediator.register(routes.registration(of: owner))) {
                (error: RegistrationError) in Failure(usage: "the routes of the file cannot be registered: \(error)")
            }
        }
    }

    /// Returns the route that answers a request, if there is one.
    func answer(to ask: ContractAsk) -> RouteList.Entry? {
        (try? mediator.explain(RouteURL(ask.url))).flatMap(entry)
    }

    private func entry(_ way: URLExplanation) -> RouteList.Entry? {
        way.routes.candidates.first.flatMap { found in
            routes.entries.first { $0.pattern == found.pattern && $0["owner"]?.string == found.owner }
        }
    }

    /// Returns the findings about one request: changes that break it, and doubts that the check cannot settle.
    func findings(on ask: ContractAsk) -> [RouteChange] {
        let way: URLExplanation
        do {
            way = try mediator.explain(RouteURL(ask.url))
        } catch {
            return [ask.finding("\(error)")]
        }
        let moved = way.rewrites.map { ask.finding("it leads to \($0.url) by \($0.by)", .unsure) }
        let labels = ask.members["labels"]?.strings ?? []
        guard let found = entry(way), labels.isEmpty || found.has(labels) else {
            return moved + (labels.isEmpty ? [absence(of: ask, way)] : labelled(labels, ask))
        }
        let texts = (way.routes.candidates.first?.parameters ?? []) + RouteURL(way.target).query
        return moved + mistyped(ask, found) + changes(since: ask.reviewed, ask, found) + outcomes(ask, found)
            + findings(on: ask, texts, found)
    }

    /// Returns a doubt if the URL may be mistyped: a parameter of the found route matches a segment that resembles a
    /// literal segment of another route.
    private func mistyped(_ ask: ContractAsk, _ found: RouteList.Entry) -> [RouteChange] {
        let segments = RouteURL(ask.url).segments
        let takers = found.pattern.split(separator: "/")
        let meant = routes.entries.first { entry in
            let pairs = Array(zip(segments, entry.pattern.split(separator: "/").map(String.init)))
            let others = pairs.filter { !$1.contains(where: ":*(".contains) && $0 != $1 }
            guard pairs.count == segments.count, others.count == 1 else { return false }
            // If the stub's pattern has a parameter for the segment, the segment is a value and not a typing error.
            let (asked, own) = others[0]
            let isTyped = ask.pattern.split(separator: "/").contains(asked[...]) && !takers.contains(asked[...])
            return isTyped && entry.verb == ask.verb.rawValue && EditDistance.nearest(to: asked, among: [own]) != nil
        }
        let words = meant.map { "\(found.pattern) takes it; did the test mean \($0.pattern)?" }
        return words.map { [ask.finding($0, .unsure)] } ?? []
    }

    private func absence(of ask: ContractAsk, _ way: URLExplanation) -> RouteChange {
        let unknown = RequestError(.noRoute(url: way.target, asked: nil, near: []))
        let reason = mediator.advised(unknown, for: nil, origin: .shell).reason
        let near = if case .noRoute(_, _, let near) = reason { near } else { [String]() }
        let miss = way.routes.near.first.map { " (\($0.pattern): \($0.reason))" } ?? ""
        return ask.finding("no module has it\(miss); \(renaming(ask) ?? RequestError.advice(near))")
    }

    /// Returns the advice to ask another route of the module that answered at the last review. The advised route fits
    /// the request, and is not in any review. Returns `nil` if the module has no such route.
    private func renaming(_ ask: ContractAsk) -> String? {
        guard let owner = ask.reviewed?["owner"]?.string, ask.members["value"] != nil else { return nil }
        let known = Set(contracts.flatMap { $0.reviews.values.compactMap { $0["pattern"]?.string } })
        let new = routes.entries.first { entry in
            entry["owner"]?.string == owner && !known.contains(entry.pattern) && findings(on: ask, nil, entry).isEmpty
        }
        return new.map { "\(owner)'s \($0.verb) \($0.pattern) has the same type; ask it instead" }
    }

    /// Compares a request with each route that has one of the labels by which the module found the request's route.
    private func labelled(_ labels: [String], _ ask: ContractAsk) -> [RouteChange] {
        let found = routes.entries.filter { $0.verb == ask.verb.rawValue && $0.has(labels) }
        let none = ask.finding("no route has the label \(labels.joined(separator: " or "))", .unsure)
        return found.isEmpty ? [none] : found.flatMap { findings(on: ask, nil, $0) }
    }

    /// Compares a request with a route. `texts` are the parameters in the URL, or `nil` if the URL leads to another
    /// route.
    private func findings(on ask: ContractAsk, _ texts: [QueryItem]?, _ entry: RouteList.Entry) -> [RouteChange] {
        let owner = entry["owner"]?.string ?? ""
        let version = versions[owner].map { " \($0)" } ?? ""
        let name = texts == nil ? "\(owner)\(version)'s \(entry.pattern)" : "\(owner)\(version)"
        guard entry.verb == ask.verb.rawValue else {
            return [ask.finding("\(name) answers \(entry.verb), not \(ask.verb)")]
        }
        var changes: [RouteChange] = []
        if let access = entry["access"]?.string.flatMap(Access.init), !access.allows(ask.origin, owner: owner) {
            changes.append(entry.changed("its access is \(access), and \(ask.origin) asks", .breaking))
        }
        if entry["schema"] == nil {
            changes.append(unsure(entry, "its types are not known; start its module, or write the list with --schema"))
        } else {
            changes += texts.map { parameters($0, entry) + body(ask, Set($0.map(\.name)), entry) } ?? []
            changes += value(ask, entry, isLabelled: texts == nil)
        }
        var seen: Set<String> = []
        return changes.filter { [.breaking, .unsure].contains($0.effect) && seen.insert($0.change).inserted }
            .map { ask.finding("\($0.change) (\(name))", $0.effect) }
    }

    private func unsure(_ entry: RouteList.Entry, _ words: String) -> RouteChange {
        entry.changed(words, .unsure)
    }

    /// Checks whether the texts of the path and the query fit the types of the route's parameters.
    private func parameters(_ texts: [QueryItem], _ entry: RouteList.Entry) -> [RouteChange] {
        guard case .object(let types)? = entry.schema("parameters")?["properties"] else { return [] }
        let wrong = texts.filter { text in
            text.value != "***" && types[text.name].map { !SchemaComparison.accepts(text.value, $0) } ?? false
        }
        return wrong.map { text in
            let type = types[text.name].flatMap(SchemaComparison.words) ?? ""
            return entry.changed("the parameter \(text.name) was \"\(text.value)\", expected \(type)", .breaking)
        }
    }

    /// Compares the sent body with the input that the route requires. The parameters in `named` are in the path or the
    /// query, so the body need not contain them.
    private func body(_ ask: ContractAsk, _ named: Set<String>, _ entry: RouteList.Entry) -> [RouteChange] {
        let sent = ask.members["body"]
        let takes = entry.schema("body") ?? (ask.verb == .open ? entry.schema("parameters") : nil)
        guard entry["input"] != nil, case .object(var members)? = takes else {
            return sent == nil ? [] : [unsure(entry, "its types do not describe a body")]
        }
        let required = takes?["required"]?.strings?.filter { !named.contains($0) }
        members["required"] = required.map { .array($0.map(JSONValue.string)) }
        let none = JSONValue.object(["type": .string("object"), "properties": .object([:])])
        let part = entry.schema("body") == nil ? "the parameter" : "the body's"
        return SchemaComparison(route: entry, subject: part, isInput: true, isObserved: true)
            .changes(from: sent ?? none, to: .object(members))
    }

    private func value(_ ask: ContractAsk, _ entry: RouteList.Entry, isLabelled: Bool) -> [RouteChange] {
        guard ask.members["value"] ?? ask.members["form"] != nil else { return [] }
        let (was, now) = (ask.members["form"]?.string ?? "value", entry["form"]?.string ?? "value")
        // Routes with the same label may give different kinds of answers.
        if was != now, isLabelled { return [] }
        if was != now { return [entry.changed("its answer was a \(was) and is a \(now)", .breaking)] }
        guard let seen = ask.members["value"] else { return [] }
        guard let given = entry.schema("value") else { return [entry.changed("it returns nothing", .breaking)] }
        return SchemaComparison(route: entry, subject: "the value's", isInput: false, isObserved: true)
            .changes(from: seen, to: given)
    }
}

extension RouteList.Entry {
    /// Returns whether the route has at least one of the labels.
    func has(_ labels: [String]) -> Bool {
        guard case .array(let own)? = self["labels"] else { return false }
        return own.contains { $0["name"]?.string.map(labels.contains) ?? false }
    }
}

extension RouteList {
    fileprivate var owners: Set<String> { Set(entries.compactMap { $0["owner"]?.string } + rewrites.keys) }

    /// Returns the declarations of a module without their code.
    fileprivate func registration(of owner: String) -> Registration {
        let own = entries.filter { $0["owner"]?.string == owner }
        var registration = Registration(owner: owner)
        registration.rewrites = rewrites[owner] ?? []
        registration.types = RoutePattern.unknownTypes(in: own.map(\.pattern))
        registration.routes = own.compactMap { entry in
            guard let verb = Request.Verb(rawValue: entry.verb) else { return nil }
            let place = DeclarationSite(fileID: owner, line: 1)
            return Route(entry.pattern, verb: verb, access: .public, location: place) { _ in .done }
        }
        return registration
    }
}
