import Foundation
import TestSupport

/// Builds the plugins in `Tests/Fixtures/Plugins` with the compiler alone, without a package.
enum PluginCompiler {
    private static let sources = Checkout.path + "/Tests/Fixtures/Plugins"

    /// Builds a Swift plugin into a folder; by default, its Swift module has the name of its source.
    static func swift(
        _ source: String, as library: String, module: String? = nil, defining flag: String? = nil,
        linking other: String? = nil, in folder: String
    ) throws {
        try swift(
            ["\(sources)/\(source)"], module: module ?? source.replacing(".swift", with: ""), as: library,
            (flag.map { ["-D", $0] } ?? []) + link(other, in: folder), reading: products(other, in: folder), in: folder)
    }

    /// Builds the sources of a package in `Plugins`, and a fixture if one is named, into one library in a folder.
    static func package(
        _ name: String, as library: String? = nil, with fixture: String? = nil, linking other: String? = nil,
        in folder: String
    ) throws {
        let paths = Checkout.swiftFiles(below: "Plugins/\(name)/Sources/\(name)")
        let flags = [
            "-enable-upcoming-feature", "NonisolatedNonsendingByDefault", "-I", folder,
            "-emit-module", "-emit-module-path", "\(folder)/\(name).swiftmodule",
        ]
        try swift(
            paths + (fixture.map { ["\(sources)/\($0)"] } ?? []), module: name, as: library ?? "lib\(name).so",
            flags + link(other, in: folder), making: ["\(name).swiftmodule"], reading: products(other, in: folder),
            in: folder)
    }

    /// Returns the products in a folder of a library that another library links.
    private static func products(_ library: String?, in folder: String) -> [String] {
        guard let library else { return [] }
        return ["lib\(library).so", "\(library).swiftmodule"].map { "\(folder)/\($0)" }
            .filter(FileManager.default.fileExists)
    }

    private static func link(_ library: String?, in folder: String) -> [String] {
        library.map { ["-L", folder, "-l\($0)", "-Xlinker", "-rpath=$ORIGIN"] } ?? []
    }

    /// Builds a Swift plugin from any sources into a folder.
    ///
    /// - Parameters:
    ///   - files: the names of the files that the flags create in addition to the library.
    ///   - inputs: the files that the flags name.
    static func swift(
        _ paths: [String], module: String, as library: String, _ flags: [String] = [], making files: [String] = [],
        reading inputs: [String] = [], in folder: String
    ) throws {
        let own = [
            "-swift-version", "6", "-emit-library", "-parse-as-library", "-module-name", module,
            "-I", BuildProducts.path("Modules"), "-L", BuildProducts.folder, "-lModuleKit",
            "-module-cache-path", BuildProducts.path("ModuleCache"),
        ]
        try compile("swiftc", own + flags, paths, making: [library] + files, reading: inputs, in: folder)
    }

    /// Builds a plugin in C from one part of `foreign.c`.
    static func c(defining flag: String, as library: String, needsSDK: Bool = true, in folder: String) throws {
        let sdk = needsSDK ? ["-Wl,--no-as-needed", "-L", BuildProducts.folder, "-lModuleKit"] : []
        try c("foreign.c", as: library, ["-D\(flag)"] + sdk, in: folder)
    }

    /// Builds a library from a source in C.
    static func c(_ source: String, as library: String, _ flags: [String] = [], in folder: String) throws {
        let name = "-Wl,-soname=\(library)"
        try compile(
            "clang", ["-shared", "-fPIC", "-Wall", name] + flags, ["\(sources)/\(source)"], making: [library],
            in: folder)
    }

    private static func compile(
        _ compiler: String, _ flags: [String], _ sources: [String], making files: [String],
        reading inputs: [String] = [],
        in folder: String
    ) throws {
        let command = [compiler] + sources + flags + ["-o", "\(folder)/\(files[0])"]
        try FixtureCache.provide(files, in: folder, command: command, inputs: sources + inputs) {
            let result = try ChildProcess.run(
                "/usr/bin/env", command, environment: ProcessInfo.processInfo.environment)
            guard result.exitCode == 0 else { throw CompilerError(text: result.errors + result.output) }
        }
    }

    private struct CompilerError: Error { let text: String }
}
