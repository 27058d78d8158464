@_spi(Host) package import ModuleKit

/// The results of a scan of a plugin's content, and the problem that put the content into quarantine, if any.
///
/// The scan process sends the record to the host, which stores it for later starts.
struct ScanRecord: Sendable, Equatable {
    /// The modules that were created, with their declarations.
    var modules: [ScannedModule] = []
    /// The problems of the modules that were not created, keyed by module name. If no module of a file could be read,
    /// the key is the file's name.
    var problems: [String: PluginProblem] = [:]
    /// The problem that put the content into quarantine: a crash, a hang, or an exit, during its scan or later.
    var fault: PluginProblem?

    /// Whether every module was created.
    var isComplete: Bool { problems.isEmpty && fault == nil }

    /// Whether the content was scanned to the end.
    var isScanned: Bool { !modules.isEmpty || !problems.isEmpty }

    /// Whether another scan of the file would have the same result.
    var isLasting: Bool { problems.values.allSatisfy(\.isLasting) }

    /// The problems, each in one sentence.
    var problemText: String {
        problems.sorted { $0.key < $1.key }.map { "\($0.key) was not loaded: \($0.value.sentence)" }
            .joined(separator: "; ")
    }
}

extension ScanRecord: FrameRecord {
    static let form = FrameForm(nil, ScanRecord.init) { ($0.modules, $0.problems, $0.fault) }
}

/// A module's `info` and its declarations, from its scan.
package struct ScannedModule: Sendable, Equatable, FrameRecord {
    package let info: ModuleInfo
    package let manifest: Manifest
    /// Whether the module starts together with the host.
    var startsWithHost = false

    package var name: String { info.name }

    static let form = FrameForm(nil, ScannedModule.init) { ($0.info, $0.manifest, $0.startsWithHost) }
}
