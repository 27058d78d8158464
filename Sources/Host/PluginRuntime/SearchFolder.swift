/// A folder that is searched for modules, and who named it.
struct SearchFolder: Sendable, Equatable {
    /// Who named a folder, which decides how much of what is in it is reported.
    enum Source: String, Sendable, Encodable {
        /// `--modules`: it must exist.
        case option = "--modules"
        /// `SWITCHBOARD_MODULE_PATH`: it must exist.
        case environment
        /// The store: what is in the lock file is loaded.
        case store
        /// The user's own data folder; it need not exist.
        case user = "user folder"
        /// The executable's folder, where there are libraries that are no modules: they are passed over.
        case besideExecutable = "beside the host"
    }

    let path: String
    let source: Source
}
