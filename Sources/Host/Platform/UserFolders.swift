/// Where the user's data is, as the XDG Base Directory Specification has it.
package enum DataHome {
    /// `XDG_DATA_HOME`, or `.local/share` in the user's home; `nil` where neither is given from the root.
    package static func path(_ environment: [String: String]) -> String? {
        if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") { return Path.absolute(home) }
        return home(environment).map { Path.absolute($0 + "/.local/share") }
    }

    /// The folder that is there before the host is: without it nothing is made.
    package static func ground(_ environment: [String: String]) -> String? {
        if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") { return "/" }
        return home(environment)
    }

    private static func home(_ environment: [String: String]) -> String? {
        environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}

/// Where what can be made again is kept, as the XDG Base Directory Specification has it.
package enum CacheHome {
    /// `XDG_CACHE_HOME`, or `.cache` in the user's home; `nil` where neither is given from the root, or the home is not there.
    static func path(_ environment: [String: String]) -> String? {
        if let home = environment["XDG_CACHE_HOME"], home.hasPrefix("/") { return Path.absolute(home) }
        guard let home = environment["HOME"], home.hasPrefix("/"), Path.isFolder(home) else { return nil }
        return Path.absolute(home + "/.cache")
    }

    /// A folder of the host's own there, which need not be there yet.
    package static func folder(_ environment: [String: String], _ name: String) -> CacheFolder? {
        path(environment).map { CacheFolder(path: "\($0)/switchboard/\(name)") }
    }
}

/// Where what outlives a session is kept, as the XDG Base Directory Specification has it.
package enum StateHome {
    /// `XDG_STATE_HOME`, or `.local/state` in the user's home; `nil` where neither is given from the root, or the home is
    /// not there.
    package static func path(_ environment: [String: String]) -> String? {
        if let home = environment["XDG_STATE_HOME"], home.hasPrefix("/") { return Path.absolute(home) }
        guard let home = environment["HOME"], home.hasPrefix("/"), Path.isFolder(home) else { return nil }
        return Path.absolute(home + "/.local/state")
    }
}
