@_spi(Host) import HostKit

extension ContractCheck {
    /// Returns the findings about all entries of a contract: changes that break an entry, and doubts that the check
    /// cannot settle. `path` is the contract's file.
    func findings(in contract: ContractFile, _ path: String) throws(Failure) -> [RouteChange] {
        let asks = try ContractAsk.all(of: contract, path)
        let of = { (section: String, compare: (Entry) -> [RouteChange]) in
            (contract.sections[section] ?? [:]).sorted { $0.key < $1.key }.flatMap { name, members in
                compare(Entry(contract, section, name, members))
            }
        }
        return asks.flatMap(findings) + of("services", service) + of("events", event) + of("labels", label)
    }

    /// One entry of a contract, with the name of the section that contains it.
    private struct Entry {
        let module, section, name: String
        let members: ContractFile.Entry
        let reviewed: ContractFile.Entry?

        init(_ contract: ContractFile, _ section: String, _ name: String, _ members: ContractFile.Entry) {
            (module, self.section, self.name, self.members) = (contract.module, section, name, members)
            reviewed = contract.reviews["\(section) \(name)"]
        }

        func finding(_ text: String, _ effect: RouteChange.Effect = .breaking) -> RouteChange {
            RouteChange(module: module, verb: String(section.dropLast()), pattern: name, change: text, effect: effect)
        }

        /// Returns the finding that the entry's name does not exist in the app. The text suggests the nearest of the
        /// existing `names`. With `isUnsure`, the finding is only a doubt, unless there is a near name.
        func absence(_ text: String, of names: [String], isUnsure: Bool = false) -> RouteChange {
            let near = EditDistance.nearest(to: name, among: names)
            let words = near.map { "; did you mean \($0)?" }
            return finding(text + (words ?? "; ask its owner"), isUnsure && near == nil ? .unsure : .breaking)
        }
    }

    private func service(_ entry: Entry) -> [RouteChange] {
        guard let services = routes.services else {
            return [entry.finding("a file of routes does not list services; check without --against", .unsure)]
        }
        let named = services.filter { $0.name == entry.name }
        let isOptional = entry.members["optional"] == .bool(true)
        guard !named.isEmpty else {
            return [entry.absence("no module offers it", of: services.map(\.name), isUnsure: isOptional)]
        }
        let lost = (entry.reviewed?["owners"]?.strings ?? []).filter { owner in !named.contains { $0.owner == owner } }
        let doubts = lost.map { entry.finding("\($0) no longer offers it; others do", .unsure) }
        return doubts
            + Self.ranges(entry.members).flatMap { range -> [RouteChange] in
                guard let found = named.filter({ $0.isIn(range) }).min(by: { $0.isTaken(before: $1) }) else {
                    let offers = named.map(\.title).joined(separator: ", ")
                    return [
                        entry.finding("the tests used \(range.notation), but modules offer \(offers); use that version")
                    ]
                }
                guard let type = entry.members["type"]?.string, type != found.type else { return [] }
                return [entry.finding("\(found.title) has the type \(found.type), but was used as \(type)")]
            }
    }

    /// Returns the version ranges with which the module's tests requested a service.
    private static func ranges(_ members: ContractFile.Entry) -> [Range<Version>] {
        (members["versions"]?.strings ?? []).compactMap { text in
            let ends = text.split(separator: "..<").compactMap { Version(parsing: String($0)) }
            return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
        }
    }

    private func event(_ entry: Entry) -> [RouteChange] {
        let publishers = contracts.filter { $0.sections["published"]?[entry.name] != nil }
        let present = publishers.map(\.module)
        // A module without a contract here may also publish the event.
        let others = contracts.map(\.module).filter { $0 != entry.module }
        let owners = entry.reviewed?["owners"]?.strings ?? []
        let lost = owners.filter { others.contains($0) && !present.contains($0) }
        guard !publishers.isEmpty else {
            if others.isEmpty || lost.count < owners.count { return [] }
            let names = contracts.flatMap { ($0.sections["published"] ?? [:]).keys }
            let former = lost.isEmpty ? "" : ", but \(lost.joined(separator: " and ")) did"
            return [entry.absence("no contract publishes it\(former)", of: names, isUnsure: lost.isEmpty)]
        }
        return lost.map { entry.finding("\($0) no longer publishes it") }
            + publishers.flatMap { publisher -> [RouteChange] in
                guard let seen = entry.members["value"],
                    let given = publisher.sections["published"]?[entry.name]?["value"]
                else { return [] }
                return compare(seen, given, of: "the value's").map {
                    entry.finding("\($0.change) (\(publisher.module))", $0.effect)
                }
            }
    }

    private func label(_ entry: Entry) -> [RouteChange] {
        let givers = routes.entries.filter { $0.has([entry.name]) }.map(\.title)
        let lost = (entry.reviewed?["routes"]?.strings ?? []).filter { !givers.contains($0) }
        if givers.isEmpty, lost.isEmpty {
            return [entry.absence("no route has it", of: routes.entries.flatMap(\.labels), isUnsure: true)]
        }
        return lost.map { entry.finding("\($0) no longer has it") }
    }

    /// Compares two schemas of a value. The tests of the module that receives the value recorded `seen`; the tests of
    /// the module that provides it recorded `given`. Returns the differences that break the receiver or may break it.
    func compare(_ seen: JSONValue, _ given: JSONValue, of subject: String) -> [RouteChange] {
        let route = RouteList.Entry(verb: "", pattern: "", members: [:])
        return SchemaComparison(route: route, subject: subject, isInput: false, isObserved: true)
            .changes(from: seen, to: given).filter { [.breaking, .unsure].contains($0.effect) }
    }

    /// Returns, for each entry of a contract, the modules and routes that answer it now. Unanswered entries are left
    /// out.
    func review(of contract: ContractFile, _ path: String) throws(Failure) -> [String: ContractFile.Entry] {
        var reviews: [String: ContractFile.Entry] = [:]
        let asks = zip((contract.sections["asks"] ?? [:]).keys.sorted(), try ContractAsk.all(of: contract, path))
        for (key, ask) in asks {
            guard let route = answer(to: ask) else { continue }
            reviews["asks \(key)"] = [
                "owner": .string(route["owner"]?.string ?? ""), "pattern": .string(route.pattern),
                "guards": .array(guards(of: ask, route).map(JSONValue.string)),
            ]
        }
        func note(_ section: String, _ member: String, _ names: (String, ContractFile.Entry) -> [String]) {
            for (name, members) in contract.sections[section] ?? [:] {
                let found = Set(names(name, members)).sorted()
                if !found.isEmpty { reviews["\(section) \(name)"] = [member: .array(found.map(JSONValue.string))] }
            }
        }
        note("services", "owners") { name, members in
            let ranges = Self.ranges(members)
            return (routes.services ?? []).filter { $0.name == name && ranges.contains(where: $0.isIn) }.map(\.owner)
        }
        note("events", "owners") { name, _ in
            contracts.filter { $0.sections["published"]?[name] != nil }.map(\.module)
        }
        note("labels", "routes") { name, _ in routes.entries.filter { $0.has([name]) }.map(\.title) }
        return reviews
    }

    /// Returns the names of the interceptors that run for a request to a route.
    private func guards(of ask: ContractAsk, _ route: RouteList.Entry) -> [String] {
        let target = try? mediator.explain(RouteURL(ask.url)).target
        return routes.interceptors(over: route, at: RouteURL(target ?? ask.url))
    }

    /// Compares the route and the interceptors of a request with the last review.
    func changes(since review: ContractFile.Entry?, _ ask: ContractAsk, _ found: RouteList.Entry) -> [RouteChange] {
        guard let review, let owner = review["owner"]?.string, let pattern = review["pattern"]?.string else {
            return []
        }
        var changes: [RouteChange] = []
        if owner != found["owner"]?.string {
            changes.append(ask.finding("\(found.title) answers it now, not \(owner)'s \(pattern)", .unsure))
        }
        let former = review["guards"]?.strings ?? []
        changes += guards(of: ask, found).filter { !former.contains($0) }.map {
            ask.finding("the interceptor \($0) covers it now and may refuse it; test with this interceptor")
        }
        return changes
    }

    /// Compares a stub's outcomes with the outcomes that the tests of the route's module recorded. Reports recorded
    /// answers that differ from the answer that the stub's caller awaited, and errors that only the stub threw.
    func outcomes(_ ask: ContractAsk, _ found: RouteList.Entry) -> [RouteChange] {
        guard let owner = found["owner"]?.string, let own = contracts.first(where: { $0.module == owner }) else {
            return []
        }
        let answers = ((try? ContractAsk.all(of: own, in: "answers", "")) ?? []).filter {
            $0.verb == ask.verb && answer(to: $0)?.pattern == found.pattern
        }
        let given = answers.compactMap { $0.members["value"] }
        let awaited = ask.members["awaited"].map { seen in
            given.flatMap { compare(seen, $0, of: "the answer's") }.map {
                ask.finding("\($0.change) (\(found.title))", $0.effect)
            }
        }
        let thrown = answers.flatMap { $0.members["errors"]?.strings ?? [] }
        let strange = (ask.members["errors"]?.strings ?? []).filter { !thrown.contains($0) }
        return (awaited ?? [])
            + strange.compactMap { error in
                let type = error.prefix { $0 != "." } + "."
                guard type.count < error.count, thrown.contains(where: { $0.hasPrefix(type) }) else { return nil }
                let others = thrown.filter { $0.hasPrefix(type) }.joined(separator: ", ")
                return ask.finding("the owner's tests saw \(others), not \(error) (\(found.title))", .unsure)
            }
    }
}

extension RouteList.Entry {
    /// The route as text: the module, the verb and the pattern.
    fileprivate var title: String { "\(self["owner"]?.string ?? "")'s \(verb) \(pattern)" }
}
