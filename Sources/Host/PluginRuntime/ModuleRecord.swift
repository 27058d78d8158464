@_spi(Host) import ModuleKit

/// A module that was found, for lists.
struct ModuleRecord: Sendable, Encodable {
    /// The module's name, or that of its file where no module could be read.
    let name: String
    let version: String?
    let summary: String?
    let file: String
    /// Who named the folder that it was found in.
    let source: SearchFolder.Source
    let state: ModuleState
    /// Why it does not run.
    let refusal: Refusal?

    /// A module that does not even say what it is.
    init(_ refusal: Refusal) {
        name = refusal.module
        version = nil
        summary = nil
        file = refusal.file
        source = refusal.source
        state = refusal.isShadowed ? .shadowed : .failed
        self.refusal = refusal
    }

    /// A module that was loaded, and why it does not run if it does not.
    init(_ module: LoadedModule, error: LoadError?) {
        let info = module.factory.info
        name = info.name
        version = "\(info.version)"
        summary = info.summary
        file = module.file
        source = module.source
        state = error == nil ? .active : .failed
        refusal = error.map { Refusal(module: info.name, file: module.file, source: module.source, error: $0) }
    }
}
