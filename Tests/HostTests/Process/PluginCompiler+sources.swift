import Foundation
import TestSupport

extension PluginCompiler {
    /// Builds a plugin of several files as strictly as the project builds its own: a warning is an error.
    static func strict(_ sources: [String], as module: String, in folder: String) throws {
        let features = [
            "NonisolatedNonsendingByDefault", "InternalImportsByDefault", "ExistentialAny", "MemberImportVisibility",
        ]
        try compile(
            sources,
            [
                "-swift-version", "6", "-warnings-as-errors", "-emit-library", "-parse-as-library", "-module-name",
                module,
                "-I", BuildProducts.path("Modules"), "-L", BuildProducts.folder, "-lModuleKit",
                "-module-cache-path", folder + "/cache",
            ] + features.flatMap { ["-enable-upcoming-feature", $0] }, "\(folder)/lib\(module).so")
    }

    /// Holds a file against the project's style.
    static func lint(_ source: String) throws -> ChildProcess {
        try ChildProcess.run(
            "/usr/bin/env",
            ["swift", "format", "lint", "--strict", "--configuration", "\(Checkout.path)/.swift-format", source],
            environment: ProcessInfo.processInfo.environment)
    }
}
