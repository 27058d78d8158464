import Glibc

/// The user's folders in the environment, according to the XDG Base Directory Specification, and the user's language.
///
/// A folder is `nil` if the environment has neither its absolute path nor an absolute path of the user's home.
package enum UserEnvironment {
    /// The variables of the process; at the host's start, Foundation's dictionary of them takes ten times as long.
    package static var variables: [String: String] {
        var variables: [String: String] = [:]
        var place = environ
        while let entry = place.pointee {
            if let end = strchr(entry, CInt(UInt8(ascii: "="))) {
                let name = UnsafeRawBufferPointer(start: entry, count: end - entry)
                let key = String(decoding: name, as: UTF8.self)
                // As in `getenv`, the first variable of a name counts.
                if variables[key] == nil { variables[key] = String(cString: end + 1) }
            }
            place += 1
        }
        return variables
    }

    /// Returns the folder for data: `XDG_DATA_HOME`, or `.local/share` in the home.
    package static func data(_ environment: [String: String]) -> String? {
        folder("XDG_DATA_HOME", orInHome: ".local/share", environment)
    }

    /// Returns the folder that must exist before the host creates the folder for data: `/` if `XDG_DATA_HOME` is set,
    /// otherwise the home.
    package static func existingParentOfData(_ environment: [String: String]) -> String? {
        absolute("XDG_DATA_HOME", environment) == nil ? absolute("HOME", environment) : "/"
    }

    /// Returns the parent folder of the modules' data folders; `nil` if the parent that must exist is absent.
    package static func storage(_ environment: [String: String]) -> String? {
        guard let data = data(environment), let parent = existingParentOfData(environment), Path.isFolder(parent) else {
            return nil
        }
        return "\(data)/switchboard/storage"
    }

    /// Returns the folder for configuration: `XDG_CONFIG_HOME`, or `.config` in the home.
    package static func configuration(_ environment: [String: String]) -> String? {
        folder("XDG_CONFIG_HOME", orInHome: ".config", environment)
    }

    /// Returns a folder of the host for data that can be created again: in `XDG_CACHE_HOME`, or in `.cache` of an
    /// existing home. The folder itself may be absent.
    package static func cache(_ environment: [String: String], _ name: String) -> CacheFolder? {
        folder("XDG_CACHE_HOME", orInHome: ".cache", environment, mustExist: true).map {
            CacheFolder(path: "\($0)/switchboard/\(name)")
        }
    }

    /// Returns the folder for data that outlives a session: `XDG_STATE_HOME`, or `.local/state` in an existing home.
    package static func state(_ environment: [String: String]) -> String? {
        folder("XDG_STATE_HOME", orInHome: ".local/state", environment, mustExist: true)
    }

    /// Returns the folder of the user's sockets while the user is logged in: `XDG_RUNTIME_DIR`.
    package static func runtime(_ environment: [String: String]) -> String? {
        absolute("XDG_RUNTIME_DIR", environment).map(Path.absolute)
    }

    /// Returns the language as a tag of BCP 47, such as `zh-CN` for `zh_CN.UTF-8`; `nil` if the variables contain no
    /// such tag.
    package static func language(_ environment: [String: String]) -> String? {
        let value = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        let name = value?.prefix { $0 != "." && $0 != "@" }
        // A regular expression would take a tenth of the time of the host's start.
        let parts = (name ?? "").split(separator: "_", omittingEmptySubsequences: false).map(\.utf8)
        guard parts.count <= 2, let language = parts.first, (2...3).contains(language.count),
            language.allSatisfy({ (97...122).contains($0) }),
            parts.dropFirst().allSatisfy({ $0.count == 2 && $0.allSatisfy { (65...90).contains($0) } })
        else { return nil }
        return name?.split(separator: "_").joined(separator: "-")
    }

    private static func folder(
        _ variable: String, orInHome path: String, _ environment: [String: String], mustExist: Bool = false
    ) -> String? {
        if let folder = absolute(variable, environment) { return Path.absolute(folder) }
        guard let home = absolute("HOME", environment), !mustExist || Path.isFolder(home) else { return nil }
        return Path.absolute("\(home)/\(path)")
    }

    private static func absolute(_ variable: String, _ environment: [String: String]) -> String? {
        environment[variable].flatMap { Path.isAbsolute($0) ? $0 : nil }
    }
}
