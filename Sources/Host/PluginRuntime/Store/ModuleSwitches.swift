import FoundationEssentials
import Glibc
import Platform

extension ModuleStore {
    static let switchesName = "modules.switches"

    /// The file with the names of the modules that the user disabled, or runs in processes of their own.
    var switchesPath: String { "\(folder)/\(Self.switchesName)" }

    /// What the user set for modules; nothing where the user never did.
    func switches() throws(PluginProblem) -> ModuleSwitches {
        var switches = ModuleSwitches()
        if let folder = try openFolder(), let bytes = try bytes(of: Self.switchesName, in: folder) {
            switches = try ModuleSwitches(bytes, path: switchesPath)
        }
        switches.isIncomplete = hasDamagedSwitches()
        return switches
    }

    /// Whether a file with what the user set lies beside the store that no host could read.
    func hasDamagedSwitches() -> Bool {
        guard let names = try? openFolder()?.descriptor.names() else { return false }
        return SetAside.exists(of: Self.switchesName, among: names)
    }

    /// Disables a module for every host that starts from now on.
    package func disable(_ module: String) throws(PluginProblem) {
        let change = try StoreTransaction(self)
        var switches = try switches()
        switches.disabled.insert(module)
        try change.write(switches)
    }

    package func isDisabled(_ module: String) -> Bool { (try? switches().disabled.contains(module)) ?? false }

    /// The limits of the process of its own in which the user has a module run; `nil` for the host's process.
    package func isolation(of module: String) -> IsolationLimits? { try? switches().isolated[module] }

    /// Has a module run in a process of its own, or in the host's again, in every host that starts from now on.
    ///
    /// - Parameter limits: the limits of its process; `nil` for the host's process.
    package func isolate(_ module: String, _ limits: IsolationLimits?) throws(PluginProblem) {
        let change = try StoreTransaction(self)
        var switches = try switches()
        switches.isolated[module] = limits
        try change.write(switches)
    }
}

extension StoreTransaction {
    /// Replaces the file with what the user set, in one step.
    func write(_ switches: ModuleSwitches) throws(PluginProblem) {
        try perform { () throws(FileError) in
            let folder = try entries.open("..", O_RDONLY | O_DIRECTORY)
            try folder.replaceFile(ModuleStore.switchesName, with: switches.bytes)
        }
    }
}

/// What the user set for modules, for every host that starts from now on.
struct ModuleSwitches: Sendable, Equatable {
    /// The names of the modules that do not run.
    var disabled: Set<String> = []
    /// The modules that run in processes of their own, with the limits of these.
    var isolated: [String: IsolationLimits] = [:]
    /// Whether more may have been set than is known: then no code that a user added runs in the host's process.
    var isIncomplete = false

    init() {}

    /// Reads the file's content; the path is for messages.
    init(_ bytes: [UInt8], path: String) throws(PluginProblem) {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
            throw .damaged(path, "it is no JSON object with the names of modules under \"disabled\"")
        }
        try FormatVersion.check(document.version, of: path)
        disabled = Set(document.disabled)
        isolated = document.isolated ?? [:]
    }

    /// The file's content, for people and programs.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let document = Document(
            version: FormatVersion.current, disabled: disabled.sorted(), isolated: isolated.isEmpty ? nil : isolated)
        // It is made of texts and numbers, which JSON can always say.
        return ((try? encoder.encode(document)).map(Array.init) ?? []) + [0x0A]
    }

    private struct Document: Codable {
        let version: String
        let disabled: [String]
        /// Absent where no module runs in a process of its own.
        let isolated: [String: IsolationLimits]?

        enum CodingKeys: String, CodingKey {
            case version = "format_version"
            case disabled, isolated
        }
    }
}

/// The limits of an isolated module's process, which starts no other one, and what it has of the host's.
package struct IsolationLimits: Sendable, Equatable {
    /// How much memory it may write to, and how large a file it may write, in mebibytes.
    package var megabytes: Int
    /// How much processor time it may use in all, in seconds.
    package var seconds: Int
    /// How many files it may have open.
    package var files: Int
    /// Whether it may make sockets of the network.
    package var hasNetwork: Bool
    /// The names of the variables of the host's that it inherits besides those that each program needs.
    package var environment: [String]

    package init(
        megabytes: Int = 1024, seconds: Int = 3600, files: Int = 256, hasNetwork: Bool = false,
        environment: [String] = []
    ) {
        (self.megabytes, self.seconds, self.files) = (megabytes, seconds, files)
        (self.hasNetwork, self.environment) = (hasNetwork, environment)
    }
}

extension IsolationLimits: Codable {
    private enum CodingKeys: String, CodingKey {
        case megabytes, seconds, files, environment
        case hasNetwork = "network"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            megabytes: try container.decode(Int.self, forKey: .megabytes),
            seconds: try container.decode(Int.self, forKey: .seconds),
            files: try container.decode(Int.self, forKey: .files),
            hasNetwork: try container.decodeIfPresent(Bool.self, forKey: .hasNetwork) ?? false,
            environment: try container.decodeIfPresent([String].self, forKey: .environment) ?? [])
    }
}

extension IsolationLimits: CustomStringConvertible {
    package var description: String {
        let variables = environment.isEmpty ? "" : ", the host's variables \(environment.joined(separator: ", "))"
        return
            "\(megabytes) MiB of memory, \(megabytes) MiB for each file, \(seconds) s of processor time, \(files) open files, "
            + "\(hasNetwork ? "the network" : "no network")\(variables)"
    }
}
