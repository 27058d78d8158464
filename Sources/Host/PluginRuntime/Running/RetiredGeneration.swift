import ModuleKit

/// An earlier generation of a module, whose code stays in memory until the process ends.
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
    /// A generation on which requests may still be running.
    init(_ generation: ModuleGeneration) {
        self.init(
            generation: generation.number, version: "\(generation.module.info.version)",
            content: generation.module.content, library: generation.module.library.path, isDraining: true)
    }
}
