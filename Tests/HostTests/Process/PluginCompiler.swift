import Foundation
import TestSupport

/// Builds the plugins in `Tests/Fixtures/Plugins` with the compiler alone, as a stranger would: no package knows them.
enum PluginCompiler {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardizedFileURL.path(percentEncoded: false)
    private static let fixtures = root + "/Tests/Fixtures/Plugins/"

    /// Builds a Swift plugin into a folder; its Swift module is named for its source where nothing else is said.
    static func swift(
        _ source: String, as library: String, module: String? = nil, defining flag: String? = nil,
        needing libraries: [String] = [], in folder: String
    ) throws {
        try swift(
            [fixtures + source], module: module ?? source.replacing(".swift", with: ""),
            flags: flag.map { ["-D", $0] } ?? [], needing: libraries, "\(folder)/\(library)")
    }

    /// Builds the sources of packages in `Plugins` into one library in a folder, with a fixture in it where one is named.
    static func package(
        _ name: String, as library: String? = nil, with fixture: String? = nil, needing libraries: [String] = [],
        in folder: String
    ) throws {
        let sources = "\(root)/Plugins/\(name)/Sources/\(name)"
        let files = try FileManager.default.contentsOfDirectory(atPath: sources).map { "\(sources)/\($0)" }
        try swift(
            files + (fixture.map { [fixtures + $0] } ?? []), module: name,
            flags: ["-emit-module", "-emit-module-path", "\(folder)/\(name).swiftmodule"],
            needing: libraries, "\(folder)/\(library ?? "lib\(name).so")")
    }

    private static func swift(
        _ sources: [String], module: String, flags: [String], needing libraries: [String], _ library: String
    ) throws {
        let folder = URL(filePath: library).deletingLastPathComponent().path(percentEncoded: false)
        let links = libraries.flatMap { ["-I", folder, "-L", folder, "-l\($0)", "-Xlinker", "-rpath=$ORIGIN"] }
        try compile(
            "swiftc",
            [
                "-swift-version", "6", "-enable-upcoming-feature", "NonisolatedNonsendingByDefault", "-emit-library",
                "-parse-as-library", "-module-name", module, "-module-cache-path", folder + "/cache",
                "-I", BuildProducts.path("Modules"), "-L", BuildProducts.folder, "-lModuleKit",
            ] + links + flags, sources, library)
    }

    /// Builds a plugin in C, with one of the parts of `foreign.c`.
    static func c(defining flag: String, as library: String, needsSDK: Bool = true, in folder: String) throws {
        let sdk = needsSDK ? ["-Wl,--no-as-needed", "-L", BuildProducts.folder, "-lModuleKit"] : []
        try compile(
            "clang", ["-shared", "-fPIC", "-D\(flag)"] + sdk, [fixtures + "foreign.c"], "\(folder)/\(library)")
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
