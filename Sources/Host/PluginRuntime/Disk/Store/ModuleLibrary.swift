/// The files that are opened to load the modules of a plugin.
struct ModuleLibrary: Sendable, Equatable {
    /// The path of the plugin's library.
    let path: String
    /// The libraries that the plugin brings along, each behind all that it needs itself; they are opened first.
    var bundledLibraries: [String] = []
    /// The further folders and files that the system's loader may open, which are checked before each load.
    var outsideFiles: [String] = []
    /// Whether the library is opened through links to open files that lie side by side. A file in its author's folder
    /// may be replaced at any time, while the store's copies and the host's files change only as a whole. A library
    /// that the plugin brings along may lie in another folder, if a build of another plugin serves both.
    var isOpenedThroughLinks = false

    /// The paths of the plugin's own files, its library first.
    var files: [String] { [path] + bundledLibraries }
}
