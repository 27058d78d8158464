import Glibc

/// The place of the user's data, according to the XDG Base Directory Specification.
package enum DataHome {
    /// Returns `XDG_DATA_HOME`, or `.local/share` in the user's home; `nil` if neither is an absolute path.
    package static func path(_ environment: [String: String]) -> String? {
        if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") { return Path.absolute(home) }
        return home(environment).map { Path.absolute($0 + "/.local/share") }
    }

    /// Returns the folder that must exist before the host: without it, the host creates nothing.
    package static func existingParent(_ environment: [String: String]) -> String? {
        if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") { return "/" }
        return home(environment)
    }

    /// Returns the folder with those of the modules' data; `nil` if there is no place that exists before the host.
    package static func storage(_ environment: [String: String]) -> String? {
        guard let home = path(environment), let existingParent = existingParent(environment),
            Path.isFolder(existingParent)
        else { return nil }
        return "\(home)/switchboard/storage"
    }

    private static func home(_ environment: [String: String]) -> String? {
        environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}

/// The place of the user's configuration, according to the XDG Base Directory Specification.
package enum ConfigHome {
    /// Returns `XDG_CONFIG_HOME`, or `.config` in the user's home; `nil` if neither is an absolute path.
    package static func path(_ environment: [String: String]) -> String? {
        if let home = environment["XDG_CONFIG_HOME"], home.hasPrefix("/") { return Path.absolute(home) }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return Path.absolute(home + "/.config")
    }
}

/// The place of data that can be created again, according to the XDG Base Directory Specification.
package enum CacheHome {
    /// Returns `XDG_CACHE_HOME`, or `.cache` in the user's home; `nil` if neither is an absolute path, or if the home
    /// is absent.
    static func path(_ environment: [String: String]) -> String? {
        if let home = environment["XDG_CACHE_HOME"], home.hasPrefix("/") { return Path.absolute(home) }
        guard let home = environment["HOME"], home.hasPrefix("/"), Path.isFolder(home) else { return nil }
        return Path.absolute(home + "/.cache")
    }

    /// Returns a folder of the host there, which may be absent.
    package static func folder(_ environment: [String: String], _ name: String) -> CacheFolder? {
        path(environment).map { CacheFolder(path: "\($0)/switchboard/\(name)") }
    }
}

/// The place of data that outlives a session, according to the XDG Base Directory Specification.
package enum StateHome {
    /// Returns `XDG_STATE_HOME`, or `.local/state` in the user's home; `nil` if neither is an absolute path, or if the
    /// home is absent.
    package static func path(_ environment: [String: String]) -> String? {
        if let home = environment["XDG_STATE_HOME"], home.hasPrefix("/") { return Path.absolute(home) }
        guard let home = environment["HOME"], home.hasPrefix("/"), Path.isFolder(home) else { return nil }
        return Path.absolute(home + "/.local/state")
    }

    /// Creates a folder and its parents, for the user alone, according to the XDG Base Directory Specification.
    package static func makeFolder(_ folder: String) throws(FileError) {
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/" + part
            if mkdir(path, 0o700) < 0, errno != EEXIST, !Path.isFolder(path) { throw .system(errno) }
        }
    }
}

/// The place of a user's sockets while the user is logged in, according to the XDG Base Directory Specification.
package enum RuntimeHome {
    /// Returns `XDG_RUNTIME_DIR`; `nil` if it is not an absolute path.
    package static func path(_ environment: [String: String]) -> String? {
        environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? Path.absolute($0) : nil }
    }
}
