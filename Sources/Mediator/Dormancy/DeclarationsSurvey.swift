/// Finds out which modules cannot be registered beside those before them, from what they declare.
struct DeclarationsSurvey {
    /// Why modules are left out, by name.
    private(set) var refused: [String: RegistrationError] = [:]

    private struct Row {
        let owner: String
        let route: Route
    }

    init(_ modules: [(name: String, manifest: Manifest)]) {
        for isFallback in [false, true] { survey(modules, isFallback: isFallback) }
        surveyRewrites(modules)
    }

    private mutating func survey(_ modules: [(name: String, manifest: Manifest)], isFallback: Bool) {
        var rows: [Row] = []
        var patterns: [IndexedPattern] = []
        for (name, manifest) in modules {
            let types = manifest.types.map(\.type)
            for route in manifest.routes where route.isFallback == isFallback {
                do throws(RoutePatternError) {
                    let pattern = try RoutePattern(route.description.pattern, types: types)
                    patterns.append(IndexedPattern(pattern, priority: route.priority))
                    rows.append(Row(owner: name, route: route.outline))
                } catch {
                    let pattern = route.description.pattern
                    refuse(name, .invalidPattern(pattern, declared: route.location, reason: error))
                }
            }
        }
        for conflict in PatternIndex.conflicts(patterns) {
            let (row, other) = (rows[conflict.pattern], rows[conflict.other])
            // Who is left out is in nobody's way.
            guard row.owner == other.owner || refused[other.owner] == nil else { continue }
            refuse(
                row.owner,
                .conflict(
                    pattern: row.route.pattern, declared: row.route.location, with: other.route.pattern,
                    otherOwner: other.owner, otherDeclared: other.route.location))
        }
    }

    private mutating func surveyRewrites(_ modules: [(name: String, manifest: Manifest)]) {
        var installed: [InstalledRewrite] = []
        for (name, manifest) in modules where refused[name] == nil {
            for rewrite in manifest.rewrites {
                do throws(RegistrationFault) {
                    let types = manifest.types.map(\.type)
                    installed.append(try InstalledRewrite(rewrite.rewrite, owner: name, types: types))
                } catch {
                    refuse(name, error)
                }
            }
        }
        for (owner, fault) in RewriteTable(installed).conflicts() { refuse(owner, fault) }
    }

    private mutating func refuse(_ owner: String, _ fault: RegistrationFault) {
        var faults: [RegistrationFault] = []
        if case .invalid(let known, _)? = refused[owner] { faults = known }
        refused[owner] = .invalid(faults + [fault], owner: owner)
    }
}
