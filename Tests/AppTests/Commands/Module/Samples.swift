import Foundation
import TestSupport

/// Libraries that are built once for all tests.
enum Samples {
    /// The two versions of the module Sample.
    static let first = Result { () throws -> String in try library("first", defining: nil) }
    static let second = Result { () throws -> String in try library("second", defining: "SECOND") }
    /// The same module by another name, with the same routes.
    static let renamed = Result { () throws -> String in try library("renamed", defining: "RENAMED") }
    /// The first version, which its author declared as isolated.
    static let isolated = Result { () throws -> String in try library("isolated", defining: "ISOLATED") }
    /// A module that fails at the step that a test names.
    static let stumbler = Result { () throws -> String in
        let folder = try makeFolder("stumbler")
        try PluginCompiler.swift("Stumbler.swift", as: "libStumbler.so", in: folder)
        return folder + "/libStumbler.so"
    }
    /// The same module, which starts with the host.
    static let eagerStumbler = Result { () throws -> String in try stumbler(at: "", isEager: true) }
    /// A module that crashes or hangs on request, and a module that is present when it happens.
    static let culprit = Result { () throws -> String in
        let folder = try makeFolder("culprit")
        try PluginCompiler.swift("Culprit.swift", as: "libCulprit.so", in: folder)
        return folder
    }
    /// The same without an interceptor for other modules, so that it can be isolated.
    static let isolableCulprit = Result { () throws -> String in
        let folder = try makeFolder("isolable-culprit")
        try PluginCompiler.swift("Culprit.swift", as: "libCulprit.so", defining: "ISOLATED", in: folder)
        return folder
    }
    /// A module with a secret parameter in every kind of route.
    static let vault = Result { () throws -> String in
        let folder = try makeFolder("vault")
        try PluginCompiler.swift("Vault.swift", as: "libVault.so", in: folder)
        return folder + "/libVault.so"
    }
    /// A module with as many declarations as a test asks for.
    static let crowd = Result { () throws -> String in
        let folder = try makeFolder("crowd")
        try PluginCompiler.swift("Crowd.swift", as: "libCrowd.so", in: folder)
        return folder + "/libCrowd.so"
    }
    /// A module that writes to the log.
    static let scribe = Result { () throws -> String in
        let folder = try makeFolder("scribe")
        try PluginCompiler.swift("Scribe.swift", as: "libScribe.so", in: folder)
        return folder
    }
    /// A library that gives a process an older version of Landlock, or none, so that a plugin's code leaves a mark even
    /// if it is scanned.
    static func oldKernel(version: Int?) throws -> String {
        let folder = try makeFolder("oldkernel\(version ?? 0)")
        try PluginCompiler.c(
            "../OldKernel/oldkernel.c", as: "libOldKernel.so", version.map { ["-DLANDLOCK=\($0)"] } ?? [], in: folder)
        return folder + "/libOldKernel.so"
    }
    /// A library that kills a process at a step.
    static let killer = Result { () throws -> String in
        let folder = try makeFolder("killer")
        try PluginCompiler.c("../Killer/killer.c", as: "libKiller.so", in: folder)
        return folder + "/libKiller.so"
    }

    /// The path of a stumbler that was built to fail at a step, also if it is scanned or checked.
    static func stumbler(at step: String, isEager: Bool = false) throws -> String {
        let module = "Stumbler_" + step.replacing(" ", with: "_")
        let folder = try makeFolder(isEager ? "eager-\(module)" : module)
        try PluginCompiler.swift(
            "Stumbler.swift", as: "libStumbler.so", module: module, defining: isEager ? "EAGER" : nil, in: folder)
        return folder + "/libStumbler.so"
    }

    /// The path of a version's library.
    private static func library(_ name: String, defining flag: String?) throws -> String {
        let folder = try makeFolder(name)
        try PluginCompiler.swift("Sample.swift", as: "libSample.so", defining: flag, in: folder)
        return folder + "/libSample.so"
    }

    /// A folder among the build's products in which no host looks for modules.
    private static func makeFolder(_ name: String) throws -> String {
        let folder = BuildProducts.path("fixtures/\(name)")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }
}
