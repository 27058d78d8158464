@_spi(Host) import HostKit
import PluginRuntime

extension Session {
    /// Compares a new build of `modules` with the contracts of other modules in the working folder, and returns the
    /// changes that break a reviewed entry. A separate process reads the types of the build's routes: it creates the
    /// modules from the plugin's file, without starting them.
    func breaks(by modules: [Manifest], in file: String) -> [RouteChange] {
        let names = Set(modules.map(\.owner))
        let all = ContractCheck.inFolder { [console] in console.report($0) }
            .filter { !names.contains($0.contract.module) }
        let files = all.filter { file in names.contains { !file.contract.entries(answeredBy: $0).isEmpty } }
        guard !files.isEmpty else { return [] }
        let typed = CheckChild.manifests(in: file)
        if typed == nil {
            console.notice(
                "contract", "the types of \(file) could not be read, so they were not compared with contracts")
        }
        return modules.flatMap { module -> [RouteChange] in
            let outlines = (typed ?? []).first { $0.owner == module.owner }?.outlines ?? []
            guard let list = try? RouteList(module, outlines),
                var check = try? ContractCheck(list, ownHosts: mediator.ownHosts)
            else { return [] }
            check.contracts = all.map(\.contract)
            return files.flatMap { path, contract in
                let findings = try? check.findings(in: contract.entries(answeredBy: module.owner), path)
                return (findings ?? []).filter(\.isBreaking)
            }
        }
    }

    /// Throws if a new build breaks contracts of other modules. `what` begins the message: "Rent was not reloaded".
    func checkContracts(of modules: [Manifest], in file: String, _ what: String) throws(Failure) {
        let breaks = breaks(by: modules, in: file)
        guard !breaks.isEmpty else { return }
        throw Failure(
            "breaksContract", "\(what), since it \(Self.words(breaks)); correct that, or add --anyway", .refused)
    }

    /// Returns the breaking changes as text that continues a sentence about the build: "breaks …; breaks …".
    static func words(_ breaks: [RouteChange]) -> String {
        breaks.map { "breaks \($0.module ?? ""): \($0.verb) \($0.pattern): \($0.change)" }.joined(separator: "; ")
    }
}

extension Manifest {
    /// The routes, with the types of their parameters, bodies and values.
    fileprivate var outlines: [RouteOutline] {
        let mediator = Switchboard(navigator: NavigationPlanner())
        try? mediator.register(registration(of: owner))
        return mediator.outlines
    }
}

extension ContractFile {
    fileprivate var isEmpty: Bool { sections.allSatisfy { $0.value.isEmpty } }

    /// Returns the part of the contract that the given module answered at the last review.
    fileprivate func entries(answeredBy module: String) -> ContractFile {
        var file = ContractFile(module: self.module)
        for (note, review) in reviews {
            let parts = note.split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2, var entry = sections[parts[0]]?[parts[1]] else { continue }
            var review = review
            switch parts[0] {
            case "asks" where review["owner"]?.string == module && isDirect(entry, parts[1], review): break
            case "services" where review["owners"]?.strings?.contains(module) == true:
                // Another module also offers the service, so this module may stop offering it.
                if review["owners"]?.strings != [module] { entry["optional"] = .bool(true) }
                review["owners"] = .array([.string(module)])
            case "labels":
                let own = review["routes"]?.strings?.filter { $0.hasPrefix("\(module)'s ") } ?? []
                if own.isEmpty { continue }
                review["routes"] = .array(own.map(JSONValue.string))
            default: continue
            }
            file = file.adding([parts[0]: [parts[1]: entry], "reviewed": [note: review]])
        }
        return file
    }

    /// Returns whether the route's pattern in the review matches the requested URL itself. Otherwise, a rewrite led to
    /// the route, and the rewrite may belong to another module.
    private func isDirect(_ entry: Entry, _ key: String, _ review: Entry) -> Bool {
        let asked = entry["url"]?.string ?? key.split { " ?".contains($0) }.dropFirst().first.map(String.init)
        guard let asked, let pattern = review["pattern"]?.string.flatMap(RoutePattern.init(listed:)) else {
            return false
        }
        return pattern.parameters(of: RouteURL(asked)) != nil
    }
}
