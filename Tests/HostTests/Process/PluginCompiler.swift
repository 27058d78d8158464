import Foundation
import TestSupport

/// Builds the plugins in `Tests/Fixtures/Plugins` with the compiler alone, as a stranger would: no package knows them.
enum PluginCompiler {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/Plugins").standardizedFileURL.path(percentEncoded: false)

    /// Builds a Swift plugin into a folder.
    static func swift(
        _ source: String, as library: String, defining flag: String? = nil, linking other: String? = nil,
        in folder: String
    ) throws {
        let flags =
            (flag.map { ["-D", $0] } ?? [])
            + (other.map { ["-L", folder, "-l\($0)", "-Xlinker", "-rpath=$ORIGIN"] } ?? [])
        try swift(
            ["\(sources)/\(source)"], module: source.replacing(".swift", with: ""), as: library, flags, in: folder)
    }

    /// Builds a Swift plugin of sources from anywhere into a folder.
    static func swift(
        _ paths: [String], module: String, as library: String, _ flags: [String] = [], in folder: String
    ) throws {
        let own = [
            "-swift-version", "6", "-emit-library", "-parse-as-library", "-module-name", module,
            "-I", BuildProducts.path("Modules"), "-L", BuildProducts.folder, "-lModuleKit",
            "-module-cache-path", folder + "/cache",
        ]
        try compile("swiftc", own + flags, paths, "\(folder)/\(library)")
    }

    /// Builds a plugin in C, with one of the parts of `foreign.c`.
    static func c(defining flag: String, as library: String, needsSDK: Bool = true, in folder: String) throws {
        let sdk = needsSDK ? ["-Wl,--no-as-needed", "-L", BuildProducts.folder, "-lModuleKit"] : []
        try c("foreign.c", as: library, ["-D\(flag)"] + sdk, in: folder)
    }

    /// Builds a library of a source in C.
    static func c(_ source: String, as library: String, _ flags: [String] = [], in folder: String) throws {
        let name = "-Wl,-soname=\(library)"
        try compile(
            "clang", ["-shared", "-fPIC", "-Wall", name] + flags, ["\(sources)/\(source)"], "\(folder)/\(library)")
    }

    private static func compile(
        _ compiler: String, _ flags: [String], _ sources: [String], _ library: String
    ) throws {
        let result = try ChildProcess.run(
            "/usr/bin/env", [compiler] + sources + flags + ["-o", library],
            environment: ProcessInfo.processInfo.environment)
        guard result.exitCode == 0 else { throw CompilerError(text: result.errors + result.output) }
    }

    private struct CompilerError: Error { let text: String }
}
