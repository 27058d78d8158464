@_spi(Host) import ModuleKit

/// What a module declares, as it is at hand.
enum ManifestSource: Sendable {
    case manifest(Manifest)
    /// What its scan left is read when somebody asks; what is not there any more is scanned again.
    case scan(ScanMemory)

    /// What a module declares; `nil` where its scan gives nothing now.
    func manifest(of module: KnownModule) -> Manifest? {
        switch self {
        case .manifest(let manifest): return manifest
        case .scan(let memory):
            guard case .success(.report(let report)) = memory.record(of: module.content, library: module.library.path)
            else { return nil }
            return report.modules.first { $0.name == module.name }?.manifest
        }
    }
}
