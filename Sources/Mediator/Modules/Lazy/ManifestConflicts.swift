/// The search for modules that cannot be registered beside the ones before them, by their declarations.
struct ManifestConflicts {
    /// The reasons for the exclusion of modules, by name.
    var refused: [String: RegistrationError] {
        Dictionary(uniqueKeysWithValues: faults.map { ($0, .invalid($1, owner: $0)) })
    }

    private var faults: [String: [RegistrationFault]] = [:]

    init(_ modules: [(name: String, manifest: Manifest)], isolated: Set<String> = []) {
        surveyIsolated(modules, isolated)
        for isFallback in [false, true] { survey(modules, isFallback: isFallback) }
        surveyRewrites(modules)
    }

    /// Of two modules in processes of their own, the earlier one keeps its first segments.
    private mutating func surveyIsolated(_ modules: [(name: String, manifest: Manifest)], _ isolated: Set<String>) {
        if isolated.isEmpty { return }
        var segments = FirstSegments()
        for (name, manifest) in modules where !isolated.contains(name) {
            segments.add(manifest.declaredPatterns, of: name)
        }
        for (name, manifest) in modules where isolated.contains(name) {
            let found = segments.faults(ofIsolated: manifest)
            if found.isEmpty { segments.add(manifest.declaredPatterns, of: name) } else { faults[name] = found }
        }
    }

    private mutating func survey(_ modules: [(name: String, manifest: Manifest)], isFallback: Bool) {
        var rows: [(route: Route, owner: String)] = []
        var patterns: [IndexedPattern] = []
        for (name, manifest) in modules {
            let types = manifest.types.map(\.type)
            for route in manifest.routes where route.isFallback == isFallback {
                do throws(RoutePatternError) {
                    let pattern = try RoutePattern(route.description.pattern, types: types)
                    patterns.append(IndexedPattern(pattern, priority: route.priority))
                    rows.append((route.outline, name))
                    for fault in route.outline.labelFaults { faults[name, default: []].append(fault) }
                } catch {
                    let pattern = route.description.pattern
                    faults[name, default: []].append(
                        .invalidPattern(pattern, declared: route.location, reason: error))
                }
            }
        }
        var shapes = ShapeTable()
        for (number, row) in rows.enumerated() {
            // An excluded module conflicts with no other.
            let conflict = shapes.add(number, of: patterns) {
                rows[$0].owner == row.owner || faults[rows[$0].owner] == nil
            }
            guard let conflict else { continue }
            faults[row.owner, default: []].append(.clash(of: row.route, with: conflict.other.map { rows[$0] }))
        }
    }

    private mutating func surveyRewrites(_ modules: [(name: String, manifest: Manifest)]) {
        var installed: [InstalledRewrite] = []
        for (name, manifest) in modules where faults[name] == nil {
            let types = manifest.types.map(\.type)
            for rewrite in manifest.rewrites {
                do throws(RegistrationFault) {
                    installed.append(try InstalledRewrite(rewrite, owner: name, types: types))
                } catch {
                    faults[name, default: []].append(error)
                }
            }
        }
        for (owner, fault) in InstalledRewrite.conflicts(installed) { faults[owner, default: []].append(fault) }
    }
}
