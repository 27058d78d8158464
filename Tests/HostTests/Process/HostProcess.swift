import TestSupport

/// The `switchboard` executable, run as its users run it.
enum HostProcess {
    /// Where scans and images are kept for all tests, as they are for all hosts of a user.
    static let cache = BuildProducts.path("fixtures/cache")

    /// Runs the host with nothing of the user's own in its environment.
    static func run(
        _ arguments: String..., input: String = "", environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try run(arguments, input: input, environment: environment)
    }

    /// Runs the host with arguments that a table has.
    static func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try ChildProcess.run(
            BuildProducts.path("switchboard"), arguments, input: input,
            environment: [
                "HOME": "/nonexistent", "XDG_CACHE_HOME": cache, "PATH": "/usr/bin:/bin",
            ].merging(environment) { $1 })
    }
}
