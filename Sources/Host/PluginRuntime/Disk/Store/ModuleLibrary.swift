/// The files that are opened to load the modules of a plugin.
struct ModuleLibrary: Sendable, Equatable {
    /// The path of the plugin's library.
    let path: String
    /// The bundled libraries, each after the libraries that it needs. They are opened before the plugin's library.
    var bundledLibraries: [String] = []
    /// Other folders and files that the system's loader may open. They are checked before each load.
    var outsideFiles: [String] = []
    /// Whether the files are opened through links in one folder, which lead to open files (`CheckedLibraries`). Links
    /// are necessary in two cases: a file may be replaced at any time, such as in its author's folder; or a bundled
    /// library is in another folder, because two plugins share one build of the library. Other files (copies in the
    /// store and the host's files) do not need links, because they change only as a whole.
    var isOpenedThroughLinks = false

    /// The paths of the plugin's own files, its library first.
    var files: [String] { [path] + bundledLibraries }
}
