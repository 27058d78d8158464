/// What a module said of itself in a process of its own.
struct ScannedModule: Sendable, Equatable, Codable {
    let name: String
    let version: String
    let summary: String
}
