extension Registration {
    /// Divides modules into valid and refused modules. A module is refused if a pattern is invalid, or if a declaration
    /// conflicts with an earlier module.
    ///
    /// Takes time linear in the number of patterns, unless many of them have optional groups.
    ///
    /// - Parameter isolated: the modules that run in their own processes and need exclusive first segments.
    public static func arrange(
        _ modules: [(name: String, manifest: Manifest)], isolated: Set<String> = []
    ) -> (modules: [Registration], refused: [String: RegistrationError]) {
        let registrations = modules.map { $0.manifest.registration(of: $0.name) }
        let refused = ManifestConflicts(registrations, isolated: isolated).refused
        return (registrations.filter { refused[$0.owner] == nil }, refused)
    }
}

/// A search for modules whose declarations conflict with earlier modules.
private struct ManifestConflicts {
    /// The reasons why modules are refused, keyed by module name.
    var refused: [String: RegistrationError] {
        Dictionary(uniqueKeysWithValues: faults.map { ($0, .invalid($1, owner: $0)) })
    }

    private var faults: [String: [RegistrationFault]] = [:]

    init(_ modules: [Registration], isolated: Set<String>) {
        surveyIsolated(modules, isolated)
        for isFallback in [false, true] { surveyRoutes(modules, areFallbacks: isFallback) }
        surveyRewrites(modules)
    }

    /// Refuses isolated modules with faults, such as a first segment that a non-isolated or earlier module uses.
    private mutating func surveyIsolated(_ modules: [Registration], _ isolated: Set<String>) {
        if isolated.isEmpty { return }
        var segments = FirstSegments()
        for module in modules where !isolated.contains(module.owner) { segments.add(module) }
        for module in modules where isolated.contains(module.owner) {
            let found = segments.faults(ofIsolated: module)
            if found.isEmpty { segments.add(module) } else { faults[module.owner] = found }
        }
    }

    private mutating func surveyRoutes(_ modules: [Registration], areFallbacks: Bool) {
        var table = RouteTable()
        for module in modules {
            let routes = module.routes.filter { $0.isFallback == areFallbacks }
            var found = routes.flatMap(\.labelFaults)
            // A refused module is not in the table, so later modules do not conflict with it.
            if found.isEmpty, faults[module.owner] == nil {
                table.add(routes, owner: module.owner, types: module.types, faults: &found)
            } else {
                found += table.check(routes, owner: module.owner, types: module.types).faults
            }
            if !found.isEmpty { faults[module.owner, default: []] += found }
        }
    }

    private mutating func surveyRewrites(_ modules: [Registration]) {
        var installed: [InstalledRewrite] = []
        for module in modules where faults[module.owner] == nil {
            for rewrite in module.rewrites {
                do throws(RegistrationFault) {
                    installed.append(try InstalledRewrite(rewrite, owner: module.owner, types: module.types))
                } catch {
                    faults[module.owner, default: []].append(error)
                }
            }
        }
        for (owner, fault) in RewriteTable().adding(installed).conflicts { faults[owner, default: []].append(fault) }
    }
}
