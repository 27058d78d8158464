/// What is opened to load a module.
struct ModuleLibrary: Sendable, Equatable {
    /// The plugin's library.
    let path: String
    /// The libraries that it brings along, each after all that it needs itself; they are opened before it.
    let broughtLibraries: [String]
    let entryPoint: EntryPoint
}
