/// Where the user's data is, as the XDG Base Directory Specification has it.
enum DataHome {
    /// `XDG_DATA_HOME`, or `.local/share` in the user's home; `nil` where neither is given from the root.
    static func path(_ environment: [String: String]) -> String? {
        if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") { return Path.absolute(home) }
        return home(environment).map { Path.absolute($0 + "/.local/share") }
    }

    /// The folder that is there before the host is: without it nothing is made.
    static func ground(_ environment: [String: String]) -> String? {
        if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") { return "/" }
        return home(environment)
    }

    private static func home(_ environment: [String: String]) -> String? {
        environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
