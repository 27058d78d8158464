import Glibc
@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// The user's configuration file: default values of options, and aliases of commands.
///
/// The precedence is option, environment, file. An unusable setting is reported and ignored. A file that other users
/// could have written is reported and ignored as a whole.
struct Configuration: Sendable {
    /// One key of the file.
    struct Setting: Sendable {
        /// The JSON type of the key's value.
        enum Form: Sendable {
            case text, number, flag, texts, table
        }

        let key: String
        let form: Form
        /// The option that takes the setting as its default value.
        let option: Option
        /// The environment variable that overrides the setting.
        var variable: String?
        /// The default value, as the user reads it.
        var standard = "none"

        /// Whether the values of option, environment and file are combined; otherwise, the first source that has a
        /// value counts.
        var isMerged: Bool { ["module_folders", "services", "own_hosts"].contains(key) }
    }

    static let settings: [Setting] = [
        Setting(
            key: "module_folders", form: .texts, option: HostOptions.modules, variable: ModuleSearch.variable),
        Setting(key: "remotes", form: .texts, option: HostOptions.remote),
        Setting(key: "fleet", form: .texts, option: HostOptions.fleet),
        Setting(key: "fleet_credentials", form: .text, option: HostOptions.fleetCredentials),
        Setting(key: "app", form: .text, option: HostOptions.app, standard: "switchboard"),
        Setting(key: "services", form: .table, option: HostOptions.service, variable: HostOptions.serviceVariable),
        Setting(key: "own_hosts", form: .texts, option: HostOptions.ownHost, variable: HostOptions.ownHostVariable),
        Setting(key: "offline", form: .flag, option: HostOptions.offline, standard: "false"),
        Setting(key: "deadline", form: .number, option: HostOptions.deadline, standard: "10"),
        Setting(key: "color", form: .flag, option: HostOptions.noColour, variable: "NO_COLOR", standard: "true"),
        Setting(key: "browser", form: .flag, option: HostOptions.browser, standard: "false"),
        Setting(key: "restore", form: .flag, option: HostOptions.restore, standard: "false"),
        Setting(
            key: "log_level", form: .text, option: HostOptions.logLevel, variable: HostOptions.logLevelVariable,
            standard: "notice"),
        Setting(
            key: "log_file", form: .text, option: HostOptions.logFile, variable: HostOptions.logFileVariable,
            standard: "standard error"),
    ]

    private static let aliasKey = "aliases"
    private static let modulesKey = "modules"

    /// The path of the file; `nil` if the environment names no folder for it.
    let file: String?
    /// The usable settings, keyed by their keys in the file.
    private var values: [String: JSONValue] = [:]
    /// The command line for which each alias stands, keyed by the alias.
    private(set) var aliases: [String: String] = [:]
    /// The values for settings of modules, keyed by module.
    private(set) var moduleSettings: [String: [GivenSetting]] = [:]
    /// A closure, since collecting the names of all commands takes a thirtieth of a start.
    private let reserved: @Sendable () -> Set<String>
    /// The line number of each key in the file.
    private var lines: [String: Int] = [:]
    /// The failures of unusable settings, in the order of the file.
    private(set) var problems: [Failure] = []

    /// Reads the file, which may be absent; `reserved` contains the words that cannot be aliases.
    init(environment: [String: String], reserved: @autoclosure @escaping @Sendable () -> Set<String> = []) {
        self.reserved = reserved
        file = UserEnvironment.configuration(environment).map { $0 + "/switchboard/config.json" }
        guard let file else { return }
        do {
            read(try CheckedFile.bytes(at: file), file: file)
        } catch .system(ENOENT) {
            return
        } catch .exposed(let violations) {
            problems.append(Self.unused(file, "\(FileError.exposed(violations))"))
        } catch {
            problems.append(Self.unused(file, "\(error); correct it"))
        }
    }

    init(_ bytes: [UInt8], file: String, reserved: @autoclosure @escaping @Sendable () -> Set<String> = []) {
        (self.file, self.reserved) = (file, reserved)
        read(bytes, file: file)
    }

    private mutating func read(_ bytes: [UInt8], file: String) {
        let document: JSONValue
        do {
            document = try JSONValue(document: bytes)
        } catch {
            return problems.append(Self.unused(file, "it is not JSON: \(error.description); correct it"))
        }
        guard case .object(let members) = document else {
            return problems.append(Self.unused(file, "it is not an object; correct it"))
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let places = members.keys.map { (key: $0, line: StubFile.line(of: $0, in: text)) }
        for (key, line) in places.sorted(by: { ($0.line, $0.key) < ($1.line, $1.key) }) {
            lines[key] = line
            do throws(Failure) {
                try take(members[key] ?? .null, of: key, in: text)
            } catch {
                problems.append(error)
            }
        }
    }

    private static func unused(_ file: String, _ reason: String) -> Failure {
        Failure("configuration", "the configuration \(file) is not used: \(reason)", .done)
    }

    private func problem(_ key: String, _ fault: String) -> Failure {
        // A nested key has the line of its top-level key.
        let line = lines[key] ?? lines[String(key.prefix { $0 != "." })] ?? 1
        return Failure("configuration", "\(file ?? ""), line \(line): \(fault)", .done)
    }

    private func wrongType(_ key: String, expected: String) -> Failure {
        problem(key, "\"\(key)\" is not used; write \(expected)")
    }

    private func invalidValue(_ key: String, found: String, expected: String) -> Failure {
        problem(key, "\"\(key)\" is \"\(found)\" and is not used; expected \(expected)")
    }

    private mutating func take(_ value: JSONValue, of key: String, in text: String) throws(Failure) {
        if key == Self.aliasKey { return try takeAliases(value) }
        if key == Self.modulesKey { return try takeModules(value, in: text) }
        guard let setting = Self.settings.first(where: { $0.key == key }) else {
            let near = EditDistance.nearest(
                to: key, among: Self.settings.map(\.key) + [Self.aliasKey, Self.modulesKey])
            let advice = near.map { "did you mean \"\($0)\"?" } ?? "`config show` lists the keys"
            throw problem(key, "there is no key \"\(key)\"; \(advice)")
        }
        guard let texts = setting.form.texts(value) else { throw wrongType(key, expected: setting.form.words) }
        do {
            // The setting must follow the rules of its option.
            _ = try HostOptions(Arguments(options: [setting.option.name: texts]))
        } catch {
            guard case .invalidValue(let found, let expected)? = error.fault else {
                throw invalidValue(key, found: value.text, expected: "\(error)")
            }
            throw invalidValue(key, found: found, expected: expected)
        }
        let isRelative: (String) -> Bool = { !$0.hasPrefix("/") }
        if key == "module_folders", let folder = texts.first(where: isRelative) {
            throw invalidValue(key, found: folder, expected: "absolute paths of folders")
        }
        for address in texts.map({ String($0.drop { $0 != "=" }.dropFirst()) }) where key == "services" {
            guard address.contains("://") || !isRelative(address) else {
                throw invalidValue(key, found: address, expected: "URLs, or absolute paths of folders")
            }
        }
        values[key] = value
    }

    /// Removes a setting if `make`, which uses the setting's value, throws an error.
    mutating func check(_ key: String, _ make: () throws -> Void) {
        guard let value = values[key] else { return }
        do {
            try make()
        } catch {
            values[key] = nil
            problems.append(problem(key, "\"\(key)\" is \"\(value.text)\" and is not used: \(error)"))
        }
    }

    private mutating func takeModules(_ value: JSONValue, in text: String) throws(Failure) {
        let form = #"an object such as {"Rent":{"city":"Beijing"}}; name folders in "module_folders""#
        guard case .object(let modules) = value else { throw wrongType(Self.modulesKey, expected: form) }
        for (module, settings) in modules.sorted(by: { $0.key < $1.key }) {
            guard case .object(let members) = settings else { throw wrongType("modules.\(module)", expected: form) }
            let start = StubFile.line(of: module, in: text, from: lines[Self.modulesKey] ?? 1)
            moduleSettings[module] = members.sorted { $0.key < $1.key }.map { name, value in
                let line = StubFile.line(of: name, in: text, from: start)
                return GivenSetting(name, value, from: "\(file ?? ""), line \(line)")
            }
        }
    }

    private mutating func takeAliases(_ value: JSONValue) throws(Failure) {
        guard case .object(let members) = value, let lines = Setting.Form.table.texts(value),
            lines.count == members.count
        else { throw wrongType(Self.aliasKey, expected: #"an object such as {"homes":"open app://rent/list"}"#) }
        for case (let name, .string(let line)) in members.sorted(by: { $0.key < $1.key }) {
            do throws(Failure) {
                try takeAlias(name, line)
            } catch {
                problems.append(error)
            }
        }
    }

    private mutating func takeAlias(_ name: String, _ line: String) throws(Failure) {
        let key = "\(Self.aliasKey).\(name)"
        let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        guard isName, Int(name) == nil else {
            throw invalidValue(key, found: name, expected: "a name of letters, digits, - and _")
        }
        guard !reserved().contains(name) else {
            throw invalidValue(key, found: name, expected: "a name that is not a command")
        }
        guard ShellWords.read(line).openQuote == nil else {
            throw invalidValue(key, found: line, expected: "a line whose quotation marks are closed")
        }
        aliases[name] = line
    }

    /// Returns the settings as options. Omits settings that other code reads, and settings that the environment
    /// overrides.
    func arguments(_ environment: [String: String]) -> Arguments {
        var options: [String: [String]] = [:]
        for setting in Self.settings where setting.form != .table && setting.key != "module_folders" {
            let isReplaced = setting.form == .text && !(setting.variable.flatMap { environment[$0] } ?? "").isEmpty
            guard !isReplaced, let value = values[setting.key], let texts = setting.form.texts(value) else { continue }
            if setting.form == .flag {
                let isOn = value == .bool(setting.option != HostOptions.noColour)
                if isOn { options[setting.option.name] = [""] }
            } else {
                options[setting.option.name] = texts
            }
        }
        return Arguments(options: options)
    }

    var moduleFolders: [String] { values["module_folders"].flatMap(Setting.Form.texts.texts) ?? [] }

    /// The addresses of web services, each as `NAME=URL`.
    var services: [String] { values["services"].flatMap(Setting.Form.table.texts) ?? [] }

    struct Row: Encodable, Sendable {
        let key: String
        let value: String
        /// `option`, `environment`, `file` or `default`.
        let origin: String
    }

    /// Returns all settings in force; a combined setting has a row for each source.
    func rows(given: Arguments, _ environment: [String: String]) -> [Row] {
        let settings = Self.settings.flatMap { setting -> [Row] in
            let found = sources(of: setting, given: given, environment)
            if found.isEmpty { return [Row(key: setting.key, value: setting.standard, origin: "default")] }
            return setting.isMerged ? found : Array(found.prefix(1))
        }
        let own = aliases.sorted { $0.key < $1.key }.map {
            Row(key: "\(Self.aliasKey).\($0.key)", value: $0.value, origin: "file")
        }
        // Values are not listed, because only the module knows which of its settings are secret.
        let modules = moduleSettings.sorted { $0.key < $1.key }.flatMap { name, given in
            given.map {
                Row(key: "\(Self.modulesKey).\(name).\($0.name)", value: "see `module info \(name)`", origin: "file")
            }
        }
        return settings + modules + (own.isEmpty ? [Row(key: Self.aliasKey, value: "none", origin: "default")] : own)
    }

    private func sources(of setting: Setting, given: Arguments, _ environment: [String: String]) -> [Row] {
        let off = setting.option == HostOptions.noColour ? "false" : nil
        var rows: [Row] = []
        if given.has(setting.option) {
            let value = given.values(setting.option).joined(separator: ", ")
            rows.append(Row(key: setting.key, value: off ?? (value.isEmpty ? "true" : value), origin: "option"))
        }
        if let variable = setting.variable, let value = environment[variable], !value.isEmpty {
            rows.append(Row(key: setting.key, value: off ?? value, origin: "environment"))
        }
        if let value = values[setting.key] { rows.append(Row(key: setting.key, value: value.text, origin: "file")) }
        return rows
    }
}

extension Configuration.Setting.Form {
    fileprivate var words: String {
        switch self {
        case .text: "a text"
        case .number: "a number"
        case .flag: "true or false"
        case .texts: "an array of texts"
        case .table: #"an object such as {"accounts":"https://accounts.example.com/v1"}"#
        }
    }

    /// Returns a value as the texts of an option; `nil` if the value has another type.
    fileprivate func texts(_ value: JSONValue) -> [String]? {
        switch (self, value) {
        case (.text, .string(let text)): return [text]
        case (.number, .integer), (.number, .number): return [value.text]
        case (.flag, .bool): return []
        case (.texts, .array(let elements)):
            let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
            return texts.count == elements.count ? texts : nil
        case (.table, .object(let members)):
            let texts = members.sorted { $0.key < $1.key }.compactMap { name, value in
                if case .string(let text) = value { "\(name)=\(text)" } else { nil }
            }
            return texts.count == members.count ? texts : nil
        default: return nil
        }
    }
}
