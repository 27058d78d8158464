import Foundation
import TestSupport

/// Builds the plugins in `Tests/Fixtures/Plugins` with the compiler alone, as a stranger would: no package knows them.
enum PluginCompiler {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/Plugins").standardizedFileURL.path(percentEncoded: false)

    /// Builds a Swift plugin into a folder.
    static func swift(_ source: String, as library: String, defining flag: String? = nil, in folder: String) throws {
        let module = source.replacing(".swift", with: "")
        try compile(
            "swiftc",
            [
                "-swift-version", "6", "-emit-library", "-parse-as-library", "-module-name", module,
                "-I", BuildProducts.path("Modules"), "-L", BuildProducts.folder, "-lModuleKit",
                "-module-cache-path", folder + "/cache",
            ] + (flag.map { ["-D", $0] } ?? []), source, "\(folder)/\(library)")
    }

    /// Builds a plugin in C, with one of the parts of `foreign.c`.
    static func c(defining flag: String, as library: String, needsSDK: Bool = true, in folder: String) throws {
        let sdk = needsSDK ? ["-Wl,--no-as-needed", "-L", BuildProducts.folder, "-lModuleKit"] : []
        try compile("clang", ["-shared", "-fPIC", "-D\(flag)"] + sdk, "foreign.c", "\(folder)/\(library)")
    }

    private static func compile(_ compiler: String, _ flags: [String], _ source: String, _ library: String) throws {
        let result = try ChildProcess.run(
            "/usr/bin/env", [compiler, "\(sources)/\(source)"] + flags + ["-o", library],
            environment: ProcessInfo.processInfo.environment)
        guard result.exitCode == 0 else { throw CompilerError(text: result.errors + result.output) }
    }

    private struct CompilerError: Error { let text: String }
}
