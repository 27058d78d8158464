import ModuleKit

/// A module that was found, for lists.
struct ModuleRecord: Sendable, Encodable {
    /// The module's name, or that of its file where no module could be read.
    let name: String
    let version: String?
    let summary: String?
    let file: String
    let state: ModuleState
    /// Why it does not run.
    let refusal: Refusal?

    /// A module that does not even say what it is.
    init(_ refusal: Refusal) {
        name = refusal.module
        version = nil
        summary = nil
        file = refusal.file
        state = refusal.isShadowed ? .shadowed : .failed
        self.refusal = refusal
    }

    /// A module that was loaded, and why it does not run if it does not.
    init(_ info: ModuleInfo, file: String, error: LoadError?) {
        name = info.name
        version = "\(info.version)"
        summary = info.summary
        self.file = file
        state = error == nil ? .active : .failed
        refusal = error.map { Refusal(module: info.name, file: file, error: $0) }
    }
}
