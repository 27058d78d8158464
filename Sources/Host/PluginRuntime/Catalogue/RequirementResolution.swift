@_spi(Host) import ModuleKit

/// Finds out which modules have all that they require, from what they say of themselves.
struct RequirementResolution {
    let disabled: Set<String>
    /// Why modules may not run, by name.
    private(set) var refused: [String: LoadError] = [:]
    private let modules: [String: ModuleInfo]
    private let cycles: [String: [String]]

    /// - Parameter cycles: for each module that requires itself, the way around.
    init(_ modules: [String: ModuleInfo], cycles: [String: [String]], disabled: Set<String>) {
        self.modules = modules
        self.cycles = cycles
        self.disabled = disabled
    }

    /// Whether a module may run as things are.
    func mayRun(_ name: String) -> Bool { refused[name] == nil && !disabled.contains(name) }

    /// Leaves modules out that clash with others.
    mutating func refuse(_ errors: [String: RegistrationError]) {
        for (name, error) in errors { refused[name] = .registration(error) }
    }

    /// Looks at the requirements of each module, those first that others require.
    mutating func checkRequirements(_ names: [String]) {
        for name in names where mayRun(name) {
            if let error = fault(of: name) { refused[name] = .requirement(error) }
        }
    }

    private func fault(of name: String) -> RequirementError? {
        if let cycle = cycles[name] { return .cycle(cycle) }
        for requirement in modules[name]?.requirements ?? [] {
            guard let found = modules[requirement.module] else { return .missing(requirement) }
            guard requirement.allows(found.version) else { return .wrongVersion(requirement, found: found.version) }
            guard mayRun(requirement.module) else { return .notRunning(requirement) }
        }
        return nil
    }
}
