import TestSupport

/// The host with the plugin of `Guide.swift`, which answers with every kind of navigation command.
struct GuideProcess {
    let folder: TemporaryFolder

    /// Builds the plugin, and runs the body with a host.
    static func with<Result>(_ body: (GuideProcess) throws -> Result) throws -> Result {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Guide.swift", as: "libGuide.so", in: folder.path)
            return try body(GuideProcess(folder: folder))
        }
    }

    /// Runs the host, which keeps its state in the folder.
    func run(_ arguments: String..., lines: [String] = []) throws -> ChildProcess {
        try ChildProcess.run(
            BuildProducts.path("switchboard"), ["--modules", folder.path, "--no-remote"] + arguments,
            input: lines.map { $0 + "\n" }.joined(), environment: environment)
    }

    /// Starts the host on a terminal.
    func terminal(_ arguments: String...) throws -> Terminal {
        try Terminal(
            BuildProducts.path("switchboard"), ["--modules", folder.path, "--no-remote", "--no-color"] + arguments,
            environment: environment, size: (60, 24))
    }

    private var environment: [String: String] {
        HostProcess.environment.merging(["HOME": folder.path, "XDG_STATE_HOME": folder.path("state")]) { $1 }
    }
}

extension ChildProcess {
    /// The titles of the pages that were shown, in order.
    var titles: [String] {
        lines.indices.dropLast().filter { lines[$0 + 1].hasPrefix("───") || lines[$0 + 1] == "──" }.map { lines[$0] }
    }
}
