@_spi(Host) import Mediator

/// The reason why a module's settings cannot be used.
public struct SettingsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The faults, at least one; each is a sentence with the setting's source, the finding and the remedy.
    public let faults: [String]

    package init(faults: [String]) { self.faults = faults }

    /// The sentences of all faults.
    public var description: String { faults.joined(separator: "; ") }
}

extension ModuleInfo {
    /// Returns the source and a sentence for each given value whose name is not a setting of the module.
    @_spi(Host) public func faults(of given: [GivenSetting]) -> [(source: String, text: String)] {
        let names = if case .object(let members)? = settings { members.keys.sorted() } else { [String]() }
        return given.filter { !names.contains($0.key) }.map { setting in
            let near = EditDistance.nearest(to: setting.key, among: names).map { "did you mean \"\($0)\"?" }
            let all = names.isEmpty ? "none" : names.joined(separator: ", ")
            let advice = near ?? "\(name) has \(all)"
            return (setting.source, "\(setting.source): \"\(name).\(setting.key)\" is not a setting; \(advice)")
        }
    }
}

extension ModuleContext {
    /// Returns the module's settings: the defaults of its `ModuleInfo`, overridden by the given values.
    ///
    /// ```swift
    /// init(context: ModuleContext) throws { settings = try context.configuration() }
    /// ```
    ///
    /// Call this function in `init` or `start()`: a wrong value then prevents the module's start. While the host only
    /// reads the module's declarations, the function returns the defaults.
    /// - Throws: `SettingsError` with each value that does not fit the type.
    public func configuration<Settings: Decodable>(
        as type: Settings.Type = Settings.self
    ) throws(SettingsError) -> Settings {
        guard let defaults = info?.settings else {
            throw SettingsError(faults: ["\(name) declares no settings; add `.settings(\(type)())` to its ModuleInfo"])
        }
        do {
            return try GivenSetting.decode(type, from: defaults, below: given)
        } catch {
            let secrets = Set(info?.sensitiveSettings ?? [])
            throw SettingsError(faults: error.faults.map { sentence(secrets.isEmpty ? $0 : $0.redacting(secrets)) })
        }
    }

    private func sentence(_ fault: ParameterError) -> String {
        let (place, found, advice) = fault.asSetting
        let given = given.last { (place + ".").hasPrefix($0.name + ".") || $0.name.hasPrefix(place + ".") }
        let state = found.map { "is \($0)" } ?? "is missing"
        return "\(given?.source ?? "its default"): \"\(name).\(place)\" \(state); \(advice)"
    }
}
