import TestSupport

/// The `switchboard` executable, run as its users run it.
enum HostProcess {
    /// Runs the host with nothing of the user's own in its environment.
    static func run(
        _ arguments: String..., input: String = "", environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try ChildProcess.run(
            BuildProducts.path("switchboard"), arguments, input: input,
            environment: ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin"].merging(environment) { $1 })
    }
}
