/// A place in the store: a folder that bears the hash of its content, and the plugin's file in it.
struct StoreEntry: Sendable, Hashable, Codable {
    /// The hash that all files of the entry have together.
    let address: ContentHash
    /// The name of the plugin's own file.
    let file: String
}
