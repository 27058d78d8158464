import Foundation
import TestSupport

@testable import Platform

/// The libraries with and without faults, which are built once for all tests.
enum FaultLibraries {
    /// A module that has its fault after the scan.
    static let fault = Result { () throws -> String in try swift("Fault", in: "fault") }

    /// A module that answers before and after the fault.
    static let bystander = Result { () throws -> String in
        try swift("Bystander", defining: "BYSTANDER", in: "bystander")
    }

    /// A folder with the scans of both modules.
    static let scans = Result { () throws -> String in
        try scans(of: [bystander.get(), fault.get()], in: "scans")
    }

    /// A folder with the scan of the module that has no fault.
    static let scanOfBystander = Result { () throws -> String in
        try scans(of: [bystander.get()], in: "scan-of-bystander")
    }

    /// Returns a build of the module that also has a fault in a scan, which does not get the host's variables.
    static func scanned(_ fault: String) throws -> String {
        let module = "Fault_" + fault.replacing("(0)", with: "").replacing(" ", with: "_")
        return try swift("Fault", module: module, in: module)
    }

    /// Returns a library that no Swift compiler would build.
    static func foreign(_ flag: String) throws -> String {
        let folder = try folder(flag)
        try PluginCompiler.c(defining: flag, as: "libFault.so", in: folder)
        return folder + "/libFault.so"
    }

    private static func swift(
        _ name: String, module: String? = nil, defining flag: String? = nil, in folder: String
    ) throws -> String {
        let folder = try Self.folder(folder)
        try PluginCompiler.swift(
            "Fault.swift", as: "lib\(name).so", module: module ?? name, defining: flag, in: folder)
        return "\(folder)/lib\(name).so"
    }

    private static func scans(of libraries: [String], in name: String) throws -> String {
        try StoreHome.with { home in
            for library in libraries { try home.copy(library, to: "modules/\(Path.name(of: library))") }
            let host = try home.run("--no-remote", "--modules", home.folder.path("modules"), "modules")
            guard host.exitCode == 0, host.errors.isEmpty else { throw SystemError(host.errors, code: host.exitCode) }
            let folder = try folder(name)
            try FileManager.default.removeItem(atPath: folder)
            try FileManager.default.copyItem(atPath: home.folder.path("cache"), toPath: folder)
            return folder
        }
    }

    /// A folder among the build's products in which no host looks for modules.
    private static func folder(_ name: String) throws -> String {
        let folder = BuildProducts.path("fixtures/faults/\(name)")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }
}
