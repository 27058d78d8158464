/// Where what outlives a session is kept, as the XDG Base Directory Specification has it.
enum StateHome {
    /// `XDG_STATE_HOME`, or `.local/state` in the user's home; `nil` where neither is given from the root, or the home is
    /// not there.
    static func path(_ environment: [String: String]) -> String? {
        if let home = environment["XDG_STATE_HOME"], home.hasPrefix("/") { return Path.absolute(home) }
        guard let home = environment["HOME"], home.hasPrefix("/"), Path.isFolder(home) else { return nil }
        return Path.absolute(home + "/.local/state")
    }
}
