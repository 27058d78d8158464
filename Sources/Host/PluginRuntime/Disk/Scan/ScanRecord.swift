@_spi(Host) package import ModuleKit

/// The knowledge about a content: what its scan found, and the problem that put it into quarantine.
///
/// The process that scans a content writes a record, and a folder keeps it for later starts.
struct ScanRecord: Sendable, Equatable {
    /// The modules that were made, with their declarations.
    var modules: [ScannedModule] = []
    /// The problems of the modules that were not made, by name; the file's name stands for a file of which none could
    /// be read.
    var problems: [String: PluginProblem] = [:]
    /// The problem that put the content into quarantine: a crash, a hang, or an exit, in its scan or later.
    var fault: PluginProblem?

    /// Whether every module was made.
    var isComplete: Bool { problems.isEmpty && fault == nil }

    /// Whether a scan came to its end.
    var isScanned: Bool { !modules.isEmpty || !problems.isEmpty }

    /// Whether another scan of the file would give this record again.
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

/// A module's `info` and its declarations, as its scan found them.
package struct ScannedModule: Sendable, Equatable, FrameRecord {
    package let info: ModuleInfo
    package let manifest: Manifest

    package var name: String { info.name }

    static let form = FrameForm(nil, ScannedModule.init) { ($0.info, $0.manifest) }
}
