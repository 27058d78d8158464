import Foundation
import TestSupport

extension PluginCompiler {
    /// Builds a plugin from several files as strictly as the project itself is built: a warning is an error.
    static func strict(_ sources: [String], as module: String, in folder: String) async throws {
        let features = [
            "NonisolatedNonsendingByDefault", "InternalImportsByDefault", "ExistentialAny", "MemberImportVisibility",
        ]
        let flags =
            [
                "-swift-version", "6", "-warnings-as-errors", "-emit-library", "-parse-as-library", "-module-name",
                module,
                "-I", BuildProducts.path("Modules"), "-L", BuildProducts.folder, "-lModuleKit",
                "-module-cache-path", BuildProducts.path("ModuleCache"),
            ] + features.flatMap { ["-enable-upcoming-feature", $0] }
        let result = try await ChildProcess.runAside(
            "/usr/bin/env", ["swiftc"] + sources + flags + ["-o", "\(folder)/lib\(module).so"],
            environment: ProcessInfo.processInfo.environment)
        guard result.exitCode == 0 else { throw StrictCompilerError(text: result.errors + result.output) }
    }

    /// Returns the compiler's errors in the sources of one module, each as `path:line:column: error: text`.
    static func errors(in sources: [String]) async throws -> [String] {
        let flags = [
            "-swift-version", "6", "-typecheck", "-whole-module-optimization", "-parse-as-library",
            "-module-name", "Mistakes", "-I", BuildProducts.path("Modules"),
            "-module-cache-path", BuildProducts.path("ModuleCache"), "-diagnostic-style", "llvm",
            "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
        ]
        let result = try await ChildProcess.runAside(
            "/usr/bin/env", ["swiftc"] + sources + flags, environment: ProcessInfo.processInfo.environment)
        return result.errorLines.filter { $0.contains(": error: ") }
    }

    private struct StrictCompilerError: Error { let text: String }

    /// Checks a file against the project's style.
    static func lint(_ source: String) async throws -> ChildProcess {
        try await ChildProcess.runAside(
            "/usr/bin/env",
            ["swift", "format", "lint", "--strict", "--configuration", "\(Checkout.path)/.swift-format", source],
            environment: ProcessInfo.processInfo.environment)
    }
}
