import FoundationEssentials
import Glibc
import Platform

extension ModuleStore {
    static let switchesName = "modules.switches"

    /// The path of the user's settings for modules: which modules are disabled, and which modules are isolated.
    var switchesPath: String { "\(folder)/\(Self.switchesName)" }

    /// Returns the user's settings for modules; empty settings if there is no file.
    func switches() throws(PluginProblem) -> ModuleSwitches {
        var switches = ModuleSwitches()
        if let folder = try openFolder(), let bytes = try bytes(of: Self.switchesName, in: folder) {
            switches = try ModuleSwitches(bytes, path: switchesPath)
        }
        switches.isIncomplete = hasDamagedSwitches()
        return switches
    }

    /// Whether a damaged settings file was renamed, and the renamed file still exists.
    func hasDamagedSwitches() -> Bool {
        guard let names = try? openFolder()?.descriptor.names() else { return false }
        return SetAside.exists(of: Self.switchesName, among: names)
    }

    /// Disables a module for every host that starts later. If the module is disabled because it cannot be isolated,
    /// `reason` says why.
    package func disable(_ module: String, because reason: String? = nil) throws(PluginProblem) {
        try changeSwitches { switches in
            switches.disabled.insert(module)
            switches.reasons[module] = reason
        }
    }

    private func changeSwitches(_ change: (inout ModuleSwitches) -> Void) throws(PluginProblem) {
        let transaction = try StoreTransaction(self)
        var switches = try switches()
        change(&switches)
        try transaction.write(switches)
    }

    package func isDisabled(_ module: String) -> Bool { (try? switches().disabled.contains(module)) ?? false }

    /// Returns the reason why a disabled module could not be isolated; `nil` for other modules.
    package func reason(of module: String) -> String? { try? switches().reasons[module] }

    /// Returns the limits of a module that the user isolated; `nil` for other modules.
    package func isolation(of module: String) -> IsolationLimits? { try? switches().isolated[module] }

    /// Isolates a module in every host that starts later, or ends its isolation. `limits` are the limits of the
    /// module's process; `nil` ends the isolation.
    package func isolate(_ module: String, _ limits: IsolationLimits?) throws(PluginProblem) {
        try changeSwitches { $0.isolated[module] = limits }
    }

    /// Isolates modules, and runs their installation. If the installation fails, restores the earlier isolation of the
    /// modules. `limits` gets a module's earlier limits, or the defaults, and returns the new limits. If `limits` is
    /// `nil`, only runs the installation.
    package func isolating(
        _ modules: [String], _ limits: ((IsolationLimits) -> IsolationLimits)?,
        _ install: () throws(PluginProblem) -> Void
    ) throws(PluginProblem) {
        guard let limits, !modules.isEmpty else { return try install() }
        var (before, after): ([String: IsolationLimits], [String: IsolationLimits]) = ([:], [:])
        try changeSwitches { switches in
            before = switches.isolated
            for module in modules { switches.isolated[module] = limits(before[module] ?? IsolationLimits()) }
            after = switches.isolated
        }
        do {
            try install()
        } catch {
            // Limits that another process has set in the meantime are kept.
            try? changeSwitches { switches in
                for module in modules where switches.isolated[module] == after[module] {
                    switches.isolated[module] = before[module]
                }
            }
            throw error
        }
    }
}

extension StoreTransaction {
    /// Replaces the file of the user's settings, in one step.
    func write(_ switches: ModuleSwitches) throws(PluginProblem) {
        try perform { () throws(FileError) in
            let folder = try entries.open("..", O_RDONLY | O_DIRECTORY)
            try folder.replaceFile(ModuleStore.switchesName, with: switches.bytes)
        }
    }
}

/// The user's settings for modules. They apply to every host that starts later.
struct ModuleSwitches: Sendable, Equatable {
    /// The names of the modules that do not run.
    var disabled: Set<String> = []
    /// The reasons why some disabled modules could not be isolated.
    var reasons: [String: String] = [:]
    /// The limits of the processes of isolated modules, keyed by module name.
    var isolated: [String: IsolationLimits] = [:]
    /// Whether settings may have been lost with a damaged file. If so, plugins outside the host's folder run in
    /// separate processes.
    var isIncomplete = false

    init() {}

    /// Reads the file's content; the path is for messages.
    init(_ bytes: [UInt8], path: String) throws(PluginProblem) {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
            throw .damaged(path, "it is not a JSON object with module names in \"disabled\"")
        }
        try FormatVersion.check(document.version, of: path)
        disabled = Set(document.disabled)
        reasons = document.reasons ?? [:]
        isolated = document.isolated ?? [:]
    }

    /// The file's content as formatted JSON, for users and programs.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let document = Document(
            version: FormatVersion.current, disabled: disabled.sorted(), reasons: reasons.isEmpty ? nil : reasons,
            isolated: isolated.isEmpty ? nil : isolated)
        // The document has only texts, numbers and Booleans, which JSON can always represent.
        return ((try? encoder.encode(document)).map(Array.init) ?? []) + [0x0A]
    }

    private struct Document: Codable {
        let version: String
        let disabled: [String]
        /// The reasons of disabled modules; `nil` if there are none.
        let reasons: [String: String]?
        /// The isolated modules; `nil` if there are none.
        let isolated: [String: IsolationLimits]?

        enum CodingKeys: String, CodingKey {
            case version = "format_version"
            case disabled, reasons, isolated
        }
    }
}

/// The limits of an isolated module's process, and the environment variables that it inherits. The process can never
/// start other processes.
package struct IsolationLimits: Sendable, Equatable {
    /// The limit of writable memory, and of the size of a file, in mebibytes.
    package var megabytes: Int
    /// The limit of the total processor time, in seconds.
    package var seconds: Int
    /// The limit of open files.
    package var files: Int
    /// Whether the process may open network sockets.
    package var hasNetwork: Bool
    /// The additional environment variables of the host that the process inherits, by name.
    package var environment: [String]
    /// The requests and events that the module's tests used, if the host compares the module's uses with them;
    /// otherwise `nil`.
    package var tested: TestedUses?

    package init(
        megabytes: Int = 1024, seconds: Int = 3600, files: Int = 256, hasNetwork: Bool = false,
        environment: [String] = [], tested: TestedUses? = nil
    ) {
        (self.megabytes, self.seconds, self.files) = (megabytes, seconds, files)
        (self.hasNetwork, self.environment, self.tested) = (hasNetwork, environment, tested)
    }
}

extension IsolationLimits: Codable {
    private enum CodingKeys: String, CodingKey {
        case megabytes, seconds, files, environment, tested
        case hasNetwork = "network"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            megabytes: try container.decode(Int.self, forKey: .megabytes),
            seconds: try container.decode(Int.self, forKey: .seconds),
            files: try container.decode(Int.self, forKey: .files),
            hasNetwork: try container.decodeIfPresent(Bool.self, forKey: .hasNetwork) ?? false,
            environment: try container.decodeIfPresent([String].self, forKey: .environment) ?? [],
            tested: try container.decodeIfPresent(TestedUses.self, forKey: .tested))
    }
}

extension IsolationLimits: CustomStringConvertible {
    package var description: String {
        let variables = environment.isEmpty ? "" : ", the host's variables \(environment.joined(separator: ", "))"
        return
            "\(megabytes) MiB of memory, \(megabytes) MiB for each file, \(seconds) s of processor time, \(files) open "
            + "files, "
            + "\(hasNetwork ? "the network" : "no network")\(variables)\(tested.map { "; \($0)" } ?? "")"
    }
}
