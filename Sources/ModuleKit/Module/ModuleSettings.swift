@_spi(Host) import Mediator

/// The reason why settings of a module cannot be used.
public struct SettingsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A sentence for each setting with its source, the finding and the remedy; never empty.
    public let faults: [String]

    /// The sentences of all faults.
    public var description: String { faults.joined(separator: "; ") }
}

extension ModuleInfo {
    /// Checks that the module has settings with the names of some values.
    /// - Throws: `SettingsError` with each value that has another name.
    @_spi(Host) public func check(_ given: [GivenSetting]) throws(SettingsError) {
        let names = if case .object(let members)? = settings { members.keys.sorted() } else { [String]() }
        let faults = given.filter { !names.contains($0.key) }.map { setting in
            let near = EditDistance.nearest(to: setting.key, among: names).map { "did you mean \"\($0)\"?" }
            let all = names.isEmpty ? "none" : names.joined(separator: ", ")
            return "\(setting.source): \"\(name).\(setting.key)\" is no setting; \(near ?? "\(name) has \(all)")"
        }
        if !faults.isEmpty { throw SettingsError(faults: faults) }
    }
}

extension ModuleContext {
    /// Returns the module's settings: the defaults that its `ModuleInfo` declares, with the values from outside over them.
    ///
    /// ```swift
    /// init(context: ModuleContext) throws { settings = try context.configuration() }
    /// ```
    ///
    /// Read them in `init` or `start()`, so that a module with a wrong setting does not start. A scan has the defaults alone.
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
            throw SettingsError(faults: error.faults.map(sentence))
        }
    }

    private func sentence(_ fault: ParameterError) -> String {
        let (place, found, advice) = fault.asSetting, key = String(place.prefix { $0 != "." })
        let given = given.last { (place + ".").hasPrefix($0.name + ".") || $0.name.hasPrefix(place + ".") }
        let isHidden = info?.sensitiveSettings.contains(key) == true
        let state = found.map { "is \(isHidden ? "***" : $0)" } ?? "is missing"
        return "\(given?.source ?? "its default"): \"\(name).\(place)\" \(state); \(advice)"
    }
}
