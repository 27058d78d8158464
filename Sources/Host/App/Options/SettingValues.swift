@_spi(Host) import ModuleKit

/// The values that were set for the settings of modules, keyed by module. The last value for a setting counts.
struct SettingValues {
    private(set) var byModule: [String: [GivenSetting]]

    /// Collects the values of the file, then of the environment (such as `SWITCHBOARD_Rent__city`), then of the
    /// options.
    init(file: [String: [GivenSetting]], environment: [String: String], options: [String]) throws(Failure) {
        byModule = file
        for (name, text) in environment.sorted(by: { $0.key < $1.key }) where name.hasPrefix("SWITCHBOARD_") {
            _ = add(text, at: name.dropFirst("SWITCHBOARD_".count).replacing("__", with: "."), from: name)
        }
        for option in options {
            let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, add(String(parts[1]), at: parts[0], from: HostOptions.set.name) { continue }
            // The message omits the value, which may be secret.
            throw .invalidValue(
                option: HostOptions.set.name, found: String(parts[0]),
                expected: "MODULE.KEY=VALUE, such as Rent.city=Beijing")
        }
    }

    private mutating func add(_ text: String, at place: Substring, from source: String) -> Bool {
        let names = place.split(separator: ".", maxSplits: 1).map(String.init)
        guard names.count == 2 else { return false }
        byModule[names[0], default: []].append(GivenSetting(names[1], .string(text), from: source, isText: true))
        return true
    }
}
