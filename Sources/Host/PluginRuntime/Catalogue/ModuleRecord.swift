@_spi(Host) import ModuleKit
package import Platform

/// A module as lists show it.
package struct ModuleRecord: Sendable, Encodable {
    /// The module's name, or the file's name if no module could be read.
    package let name: String
    package let version: String?
    let summary: String?
    package let file: String
    /// The source of the folder in which the file was found.
    package let source: SearchFolder.Source
    package private(set) var state: ModuleState
    /// Whether the module's code is in this process.
    package let isLoaded: Bool
    /// The problem for which the module does not run.
    package let refusal: Refusal?
    /// The hash of the files, if they were read.
    package let content: ContentHash?
    /// The number of the generation that is loaded, counted from 1.
    package var generation: Int?
    /// The earlier generations, whose code stays in memory.
    package var earlier: [RetiredGeneration] = []
    /// The problem for which the last update of a running module was refused.
    package var failedUpdate: Refusal?
    /// The memory that the code of the earlier generations takes, in bytes.
    var earlierBytes: Int?
    /// Whether the module runs in a process of its own; `nil` for a module of the host's process.
    package private(set) var isIsolated: Bool?
    /// The module's code that was left behind and still runs.
    package private(set) var left: AbandonedCode?
    /// The path of the module's library.
    private var library: String?

    /// Whether requests reach the module, at once or after it is loaded.
    package var mayRun: Bool { state == .active || state == .degraded || state == .resolved }

    /// Whether the cause lies around the module, such as the permissions of a folder, or an error that the module threw.
    var dependsOnSurroundings: Bool {
        refusal?.findings.contains(where: \.field.dependsOnSurroundings) ?? false
    }

    private enum CodingKeys: String, CodingKey {
        case name, version, summary, file, source, state, refusal
        case isIsolated = "isolated"
        case isLoaded = "loaded"
        case content = "sha256"
        case generation, left
        case earlier = "earlier_generations"
        case failedUpdate = "failed_update"
        case earlierBytes = "earlier_generations_bytes"
    }

    /// Creates the record of a file or module that has no manifest.
    init(_ refusal: Refusal, state: ModuleState, content: ContentHash? = nil) {
        name = refusal.module
        version = nil
        summary = nil
        file = refusal.file
        source = refusal.source
        isLoaded = false
        self.state = state
        self.refusal = refusal
        self.content = content
    }

    /// Creates the record of a module that was scanned.
    init(
        _ module: ModuleDescriptor, state: ModuleState, isLoaded: Bool, refusal: Refusal?, generation: Int? = nil,
        earlier: [RetiredGeneration] = [], failedUpdate: Refusal? = nil
    ) {
        name = module.name
        version = "\(module.info.version)"
        summary = module.info.summary
        file = module.file
        source = module.source
        content = module.content
        library = module.library.path
        isIsolated = module.isolation == nil ? nil : true
        self.state = state
        self.isLoaded = isLoaded
        self.refusal = refusal
        self.generation = generation
        self.earlier = earlier
        self.failedUpdate = failedUpdate
    }

    /// Returns the record with the memory that earlier generations take.
    package func measured(_ memory: MappedMemory) -> ModuleRecord {
        var record = self
        record.earlierBytes = memory.bytes(of: earlier.map(\.library).filter { $0 != library })
        return record
    }

    /// Returns the record with the code that was left behind; an active module becomes degraded.
    func with(_ left: AbandonedCode?) -> ModuleRecord {
        var record = self
        record.left = left
        if left != nil, state == .active { record.state = .degraded }
        return record
    }

    /// A line about the code that was left behind; `nil` if there is none.
    package var leftText: String? {
        left.map { PlainText.line("\(name) has \($0.words); `module why \(name)` says what to do") }
    }

    /// A line about earlier generations; `nil` if there are none.
    package var earlierText: String? {
        guard !earlier.isEmpty else { return nil }
        let running = generation.map { "runs generation \($0)" } ?? "does not run"
        let draining = earlier.filter(\.isDraining).count
        let requests = draining == 0 ? "" : ", \(draining) of them still in use"
        return PlainText.line(
            "\(name) \(running); \(earlier.count) earlier hold "
                + "\((earlierBytes ?? 0) / 1024) KiB until the host ends\(requests)")
    }
}

/// The state of a module in its life.
package enum ModuleState: String, Sendable, Encodable {
    /// The file was found and checked, and could not be scanned.
    case discovered
    /// The module was scanned and has what it requires; it is loaded when a request needs it.
    case resolved
    /// The module runs, and its routes answer.
    case active
    /// The module runs, and some of its code was left behind at a deadline and still runs.
    case degraded
    /// The user stopped the module, until the host ends or the user starts the module again.
    case stopped
    /// The user disabled the module, for all hosts from now on.
    case disabled
    /// The module does not run; its record has the problem.
    case failed
    /// The content crashed, hung, or ended the process, in its scan or later, and is not run again.
    case quarantined
    /// Another file with a module of this name was found first, in the order of the search.
    case shadowed
}

/// A generation of a module that stopped or never ran, and whose code stays in memory until the process ends.
package struct RetiredGeneration: Sendable, Equatable, Encodable {
    let generation: Int
    let version: String
    let content: ContentHash
    /// The path of the generation's library.
    let library: String
    /// Whether requests that began on it are still running.
    var isDraining: Bool

    private enum CodingKeys: String, CodingKey {
        case generation, version, library
        case content = "sha256"
        case isDraining = "draining"
    }
}
