import ModuleKit

/// A generation of a module that does not run any more, or never did, and whose code stays in memory until the process ends.
struct RetiredGeneration: Sendable, Equatable, Encodable {
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

extension RetiredGeneration {
    /// - Parameter isDraining: whether requests may still be running on it.
    init(_ generation: ModuleGeneration, isDraining: Bool) {
        self.init(
            generation: generation.number, version: "\(generation.module.info.version)",
            content: generation.module.content, library: generation.module.library.path, isDraining: isDraining)
    }
}
