@_spi(Host) import ModuleKit
package import Platform

/// A row in lists of modules: a module with its state, or a file without a readable module.
package struct ModuleRecord: Sendable, Encodable {
    /// The module's name, or the file's name if no module could be read.
    package let name: String
    package let version: String?
    let summary: String?
    /// The required modules, each with its accepted versions; `nil` if no module could be read.
    private(set) var requires: [String]?
    package let file: String
    /// The source of the folder in which the file was found.
    package let source: SearchFolder.Source
    package let state: ModuleState
    /// Whether code of the module was loaded while this host ran, in this process or in a separate one.
    package let isLoaded: Bool
    /// The problem that keeps the module from running.
    package let problem: PluginProblem?
    /// The hash of the files, if they were read.
    package let content: ContentHash?
    /// The number of the running generation. Numbers begin at 1.
    package var generation: Int?
    /// The count of earlier generations. Their code stays in memory until the host ends.
    private(set) var earlier = 0
    /// The count of earlier generations that requests or pages still use.
    private(set) var earlierInUse = 0
    /// The reason why the last update of the running module was refused.
    package var failedUpdate: PluginProblem?
    /// Whether the module is isolated; `nil` for a module in the host's process.
    package private(set) var isIsolated: Bool?
    /// The module's code that was abandoned and still runs.
    package private(set) var left: AbandonedCode?

    /// Whether requests reach the module, immediately or after it is loaded.
    package var mayRun: Bool { state.mayRun }

    private enum CodingKeys: String, CodingKey {
        case name, version, summary, requires, file, source, state, problem
        case isIsolated = "isolated"
        case isLoaded = "loaded"
        case content, generation, left
        case earlier = "earlier_generations"
        case failedUpdate = "failed_update"
        case earlierInUse = "earlier_generations_in_use"
    }

    /// Creates the record of a file or module without a manifest.
    package init(
        _ name: String, file: String, source: SearchFolder.Source, _ problem: PluginProblem,
        state: ModuleState? = nil, content: ContentHash? = nil
    ) {
        self.name = name
        version = nil
        summary = nil
        self.file = file
        self.source = source
        isLoaded = false
        self.state = state ?? (problem.code == .shadowed ? .shadowed : .failed)
        self.problem = problem
        self.content = content
    }

    /// Creates the record of a module that was scanned.
    init(
        _ module: ModuleDescriptor, state: ModuleState, isLoaded: Bool, problem: PluginProblem?, generation: Int? = nil,
        earlier: Int = 0, earlierInUse: Int = 0, failedUpdate: PluginProblem? = nil, left: AbandonedCode? = nil
    ) {
        name = module.name
        version = "\(module.info.version)"
        summary = module.info.summary
        requires = module.info.requirements.map(\.words)
        file = module.file
        source = module.source
        content = module.content
        isIsolated = module.isolation == nil ? nil : true
        self.state = state
        self.isLoaded = isLoaded
        self.problem = problem
        self.generation = generation
        self.earlier = earlier
        self.earlierInUse = earlierInUse
        self.failedUpdate = failedUpdate
        self.left = left
    }

    /// Creates the record of a module that other hosts run.
    init(fleetModule module: String, _ version: String, _ summary: String, on hosts: [String]) {
        name = module
        self.version = version
        self.summary = summary
        file = hosts.count > 3 ? "\(hosts.count) hosts" : hosts.joined(separator: ", ")
        source = .fleet
        state = .elsewhere
        isLoaded = false
        problem = nil
        content = nil
    }

    /// The problem as one sentence (`message`) and as a block of lines (`text`); `nil` without a problem.
    package var message: String? { problem?.message(of: name) }
    package var text: String? { problem?.text(of: name, in: file) }

    /// A line about abandoned code; `nil` if there is none.
    package var abandonedText: String? {
        left.map { PlainText.line("\(name) has \($0.words); see `module why \(name)`") }
    }

    /// A line about earlier generations; `nil` if there are none.
    package var earlierText: String? {
        guard earlier > 0 else { return nil }
        let running = generation.map { "runs generation \($0)" } ?? "does not run"
        let inUse = earlierInUse == 0 ? "" : ", \(earlierInUse) of them still in use"
        return PlainText.line("\(name) \(running); \(earlier) earlier stay in memory until the host ends\(inUse)")
    }
}

extension Requirement {
    /// The name of the required module, and the accepted versions.
    package var words: String { "\(module) \(versions.lowerBound) up to, not including, \(versions.upperBound)" }
}

/// The state of a module, as lists show it.
package enum ModuleState: String, Sendable, Encodable {
    /// The file was found and checked, but could not be scanned.
    case discovered
    /// The module was scanned, and its requirements are met. It is loaded when a request needs it.
    case resolved
    /// The module runs, and its routes answer.
    case active
    /// The module runs, and some of its code was abandoned at a deadline and still runs.
    case degraded
    /// The user stopped the module, until the host ends or the user starts the module again.
    case stopped
    /// The user disabled the module, for all hosts that start later.
    case disabled
    /// The module does not run; its record has the problem.
    case failed
    /// The module's code crashed, hung, or ended its process, during its scan or later. Code with the same content hash
    /// is not run again.
    case quarantined
    /// Other hosts of the fleet run the module, and answer its requests.
    case elsewhere
    /// Another file with a module of this name was found first, in the order of the search.
    case shadowed

    /// Whether requests reach the module, immediately or after it is loaded.
    var mayRun: Bool {
        switch self {
        case .resolved, .active, .degraded, .elsewhere: true
        case .discovered, .stopped, .disabled, .failed, .quarantined, .shadowed: false
        }
    }
}
