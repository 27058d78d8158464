import Foundation
import TestSupport

/// A home whose host runs a module without a fault, and a library with one.
struct FaultHome {
    private let home: StoreHome

    /// The folder of all files of the hosts.
    var folder: String { home.folder.path }
    /// The folder in which the host looks for modules.
    private var modules: String { home.folder.path("modules") }
    /// The library with the fault.
    var file: String { modules + "/libFault.so" }

    /// Runs a body with a new home whose hosts have already scanned the libraries whose scans are in a folder.
    static func with<Result>(scans: String, _ body: (FaultHome) throws -> Result) throws -> Result {
        try StoreHome.with { home in
            try home.copy(scans, to: "cache")
            try home.copy(FaultLibraries.bystander.get(), to: "modules/libBystander.so")
            return try body(FaultHome(home: home))
        }
    }

    /// Copies a library into the folder, and changes its bytes.
    func put(_ library: String, _ change: (inout Data) -> Void = { _ in }) throws {
        var bytes = try Data(contentsOf: URL(filePath: library))
        change(&bytes)
        try bytes.write(to: URL(filePath: file))
    }

    /// Makes hosts run the module in its own process, which gets the variables that choose the fault.
    func isolate() throws {
        let limits = #"{"megabytes":1024,"seconds":3600,"files":256,"environment":["FAULT","STAGE"]}"#
        let switches = #"{"format_version":"1.0","disabled":[],"isolated":{"Fault":\#(limits)}}"#
        let folder = home.data + "/switchboard"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try switches.write(toFile: folder + "/modules.switches", atomically: true, encoding: .utf8)
    }

    /// Installs the module, and returns the path of the installed library, which is made writable.
    func install() throws -> String {
        let source = try home.copy(FaultLibraries.fault.get(), to: "libFault.so")
        let host = try home.run("--no-remote", "module", "install", source)
        guard host.exitCode == 0 else { throw SystemError("module install: \(host.errors)", code: host.exitCode) }
        guard let entry = try home.entries().first(where: { $0.count == 64 }) else {
            throw SystemError("an entry of the store", code: ENOENT)
        }
        let folder = "\(home.store)/\(entry)"
        for (path, mode) in [(folder, 0o755), ("\(folder)/libFault.so", 0o644)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        return "\(folder)/libFault.so"
    }

    /// Installs the module, and appends a byte to the installed library.
    func changeInstalledFile() throws {
        let file = try FileHandle(forWritingTo: URL(filePath: install()))
        try file.seekToEnd()
        try file.write(contentsOf: Data("x".utf8))
        try file.close()
    }

    /// Runs the host with lines of a shell. Endless output is removed before it fills a file; a line of the host may
    /// begin within a line of it.
    func run(_ lines: [String], deadline: Int, environment: [String: String]) throws -> ChildProcess {
        let pipe = """
            set -o pipefail
            { "$@" 2>&1 >&3 | sed 's/^.*switchboard: line /switchboard: line /; /more and more output/d' >&2; } 3>&1
            """
        let host = [
            BuildProducts.path("switchboard"), "--no-remote", "--deadline", "\(deadline)", "--modules", modules,
        ]
        return try ChildProcess.run(
            "/bin/bash", ["-c", pipe, "bash"] + host, input: lines.map { $0 + "\n" }.joined(),
            environment: home.environment.merging(environment) { $1 })
    }

    /// Runs the next host, which lists the modules.
    func runNext() throws -> ChildProcess {
        try home.run(["--no-remote", "--modules", modules, "modules"])
    }
}
