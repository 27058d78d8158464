@_spi(Host) import ModuleKit
package import Platform

/// A module that was found, for lists.
package struct ModuleRecord: Sendable, Encodable {
    /// The module's name, or that of its file where no module could be read.
    package let name: String
    package let version: String?
    let summary: String?
    package let file: String
    /// Who named the folder that it was found in.
    package let source: SearchFolder.Source
    package private(set) var state: ModuleState
    /// Whether its code is in this process.
    package let isLoaded: Bool
    /// Why it does not run.
    package let refusal: Refusal?
    /// The hash of the files, where they were read.
    package let content: ContentHash?
    /// The number of the generation that is loaded, counted from 1.
    package var generation: Int?
    /// The earlier generations, whose code stays in memory.
    package var earlier: [RetiredGeneration] = []
    /// Why the last update of a module that runs was not taken.
    package var failedUpdate: Refusal?
    /// How much memory the code of the earlier generations takes, in bytes.
    var earlierBytes: Int?
    /// Whether it runs in a process of its own; `nil` for a module of the host's process.
    package private(set) var isIsolated: Bool?
    /// What was left behind of its code and still runs.
    package private(set) var left: LeftCode?
    /// What is opened of it, or would be.
    private var library: String?

    /// Whether requests reach it, at once or once it is loaded.
    package var mayRun: Bool { state == .active || state == .degraded || state == .resolved }

    /// Whether it does not run for what is around it, such as the permissions of a folder, or an error that it threw.
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

    /// What does not even say what it is.
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

    /// A module that was scanned, and why it does not run if it does not.
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

    /// The same with the memory that earlier generations take.
    package func measured(_ memory: MappedMemory) -> ModuleRecord {
        var record = self
        record.earlierBytes = memory.bytes(of: earlier.map(\.library).filter { $0 != library })
        return record
    }

    /// The same with what was left behind.
    func with(_ left: LeftCode?) -> ModuleRecord {
        var record = self
        record.left = left
        if left != nil, state == .active { record.state = .degraded }
        return record
    }

    /// A line about what was left behind; `nil` where there is nothing.
    package var leftText: String? {
        left.map { PlainText.line("\(name) has \($0.words); `module why \(name)` says what to do") }
    }

    /// A line about earlier generations; `nil` where there are none.
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

/// Where a module is in its life.
package enum ModuleState: String, Sendable, Encodable {
    /// Its file was found and checked, and could not be scanned.
    case discovered
    /// It was scanned and has what it requires; it is loaded when a request needs it.
    case resolved
    /// It runs, and its routes answer.
    case active
    /// It runs, and some of its code was left behind at its deadline and still runs.
    case degraded
    /// The user stopped it, until the host ends or the user starts it again.
    case stopped
    /// The user disabled it, for all hosts from now on.
    case disabled
    /// It does not run; its record says why.
    case failed
    /// Its content broke the contract when it was scanned, and is not run again.
    case quarantined
    /// It does not run because a module of its name was found first, as the order of the search has it.
    case shadowed

    /// The state as lists show it.
    package var word: String { rawValue }
}

/// A generation of a module that does not run any more, or never did, and whose code stays in memory until the process ends.
package struct RetiredGeneration: Sendable, Equatable, Encodable {
    let generation: Int
    let version: String
    /// The hash of its files.
    let content: ContentHash
    /// What was opened.
    let library: String
    /// Whether requests that began on it are still running.
    var isDraining: Bool

    private enum CodingKeys: String, CodingKey {
        case generation, version, library
        case content = "sha256"
        case isDraining = "draining"
    }
}
