import Foundation
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The scan of a plugin` {
    /// The step at which the module fails, and the reason that is reported from then on.
    static let stumbles: [(step: String, says: String)] = [
        ("make crash", "it crashed with SIG"), ("make exit", "it ended the process with code 9"),
        ("make hang", "it was not loaded within 15 seconds"),
        ("make spin", "it was not loaded within 5 seconds of processor time"),
    ]

    @Test(arguments: stumbles)
    func `a plugin that crashes or hangs in its scan is quarantined until its content changes`(
        _ row: (step: String, says: String)
    ) throws {
        try StoreHome.with { home in
            let library = try home.copy(try Samples.stumbler(at: row.step), to: "plugins/libStumbler.so")
            let folder = home.folder.path("plugins")
            func start() throws -> ChildProcess { try home.run("--modules", folder, "open", "app://rent/list") }
            var first = try start()
            // If the machine had no processor time for the plugin, the host reports that and does not decide.
            for _ in 0..<5 where first.errors.contains("while the processors were busy") { first = try start() }
            #expect(first.exitCode == 0 && first.lines.first == "Homes to let")
            #expect(first.errors.contains(row.says), "\(first.errors)")
            let why = try home.run("--modules", folder, "module", "why", "Stumbler")
            #expect(why.exitCode == 0)
            #expect(why.output.contains("Stumbler is quarantined"))
            #expect(why.output.contains("SHA-256  \(try StoreHome.hash(library))"))
            #expect(why.output.contains(row.says) && why.output.contains("to do"))
            let open = try home.run("--modules", folder, "--no-remote", "open", "app://stumbler")
            #expect(open.exitCode == 2)
            #expect(
                open.errors.contains(
                    "Stumbler may answer it, but it does not run; see why with `module why Stumbler`"),
                "\(open.errors)")
            // A file with other content is another plugin.
            try home.copy(try Samples.stumbler.get(), to: "plugins/libStumbler.so")
            let mended = try home.run("--modules", folder, "module", "why", "Stumbler")
            #expect(mended.output.hasPrefix("Stumbler 1.0.0 is ready"), "\(mended.output)")
        }
    }

    /// A fault of a busy machine is reported, and the plugin is tried again; other faults are the plugin's.
    @Test func `a scan without processor time, or that could not be started, is not a lasting fault`() {
        let faults: [(PluginProblem, Bool)] = [
            (.unscanned(.outOfTime(wasKept: true), ""), false), (.notStarted(.system(EAGAIN)), false),
            (.unscanned(.outOfTime(wasKept: false), ""), true), (.unscanned(.signal(SIGXCPU), ""), true),
            (.unscanned(.exited(9), ""), true),
        ]
        for (fault, isLasting) in faults { #expect(fault.isLasting == isLasting, "\(fault)") }
    }

    /// Plugins are scanned in as many processes at a time as there are cores.
    @Test(arguments: ["make crash", "make exit", "make kill", "make"])
    func `a plugin that fails in its scan does not affect other plugins`(_ step: String) throws {
        try StoreHome.with { home in
            try home.copy(try Samples.stumbler(at: step), to: "plugins/libAStumbler.so")
            try home.copy(try Samples.first.get(), to: "plugins/libSample.so")
            for flag in ["CRASHING", "ENDING", "SILENT"] {
                try PluginCompiler.c(defining: flag, as: "lib\(flag).so", in: home.folder.path("plugins"))
            }
            let folder = home.folder.path("plugins")
            let host = try home.run("--modules", folder, "modules")
            let states = host.lines.dropFirst().map { $0.split(separator: " ") }.filter { $0.count > 2 }
            let resolved = states.filter { $0.contains("resolved") }.map { String($0[0]) }
            #expect(Set(resolved).isSuperset(of: ["Account", "Messages", "Rent", "Sample"]), "\(host.output)")
            #expect(!resolved.contains("Stumbler"))
            let why = try home.run("--modules", folder, "module", "why", "Ending")
            #expect(why.output.contains("ended the process with code 7"), "\(why.output)")
        }
    }

    @Test func `a plugin whose scan the system kills is scanned again at a later start`() throws {
        try StoreHome.with { home in
            try home.copy(try Samples.stumbler(at: "make kill"), to: "plugins/libStumbler.so")
            let (folder, scans) = (home.folder.path("plugins"), try home.cached(".scan"))
            #expect(try home.state("Stumbler", folder) == "discovered")
            let why = try home.run("--modules", folder, "module", "why", "Stumbler")
            #expect(why.output.contains("it crashed with SIGKILL"))
            #expect(why.output.contains("check the system's log for a lack of memory"), "\(why.output)")
            // A scan record is not kept.
            #expect(try home.cached(".scan") == scans)
        }
    }

    @Test func `a plugin that throws in its scan is tried again at a later start`() throws {
        try StoreHome.with { home in
            try home.copy(try Samples.stumbler(at: "make"), to: "plugins/libStumbler.so")
            let (folder, scans) = (home.folder.path("plugins"), try home.cached(".scan"))
            let first = try home.run("--modules", folder, "modules")
            #expect(first.output.contains("start  it failed to start: Trouble()"))
            // A scan record is not kept.
            #expect(try home.cached(".scan") == scans)
            try home.copy(try Samples.stumbler.get(), to: "plugins/libStumbler.so")
            let retry = try home.run("--modules", folder, "module", "start", "Stumbler")
            #expect(retry.output.hasPrefix("Stumbler 1.0.0 runs until this command ends"), "\(retry.errors)")
        }
    }

    @Test func `a plugin is scanned once, and again only if its record is damaged or older`() throws {
        try StoreHome.with { home in
            try home.copy(try Samples.stumbler.get(), to: "plugins/libStumbler.so")
            let folder = home.folder.path("plugins")
            let inTree = try home.cached(".scan")
            #expect(try home.state("Stumbler", folder) == "resolved")
            let scan = try #require(try home.cached(".scan").first { !inTree.contains($0) })
            func written() throws -> Date? {
                try FileManager.default.attributesOfItem(atPath: scan)[.modificationDate] as? Date
            }
            for damage in [nil, #"{"format":0}"#, "{", ""] {
                // Without the start image, a start reads every record.
                for image in try home.cached(".start") { try FileManager.default.removeItem(atPath: image) }
                if let damage { try damage.write(toFile: scan, atomically: false, encoding: .utf8) }
                let before = try written()
                #expect(try home.state("Stumbler", folder) == "resolved")
                #expect(try Data(contentsOf: URL(filePath: scan)) != damage.map { Data($0.utf8) })
                #expect(try (written() == before) == (damage == nil))
            }
        }
    }

    @Test(arguments: [
        ("Nobody", "name one of \(Checkout.modules.joined(separator: ", ")), or install it"),
        ("rent", "did you mean Rent?"), ("Mesages", "did you mean Messages?"),
    ])
    func `module why suggests names for a module that was not found`(name: String, advice: String) throws {
        let host = try HostProcess.run("module", "why", name)
        #expect(host.exitCode == 1)
        #expect(host.errors == "switchboard: no module \(name) was found; \(advice)\n")
    }
}

extension StoreHome {
    /// The state of a module in a folder.
    func state(_ module: String, _ folder: String, environment: [String: String] = [:]) throws -> String? {
        let host = try run("--modules", folder, "modules", environment: environment)
        let row = host.lines.first { $0.hasPrefix(module + " ") }
        return row.map { String($0.split(separator: " ")[2]) }
    }

    /// The files in the cache with a suffix.
    func cached(_ suffix: String) throws -> [String] {
        let cache = folder.path("cache/switchboard/modules")
        let names = try FileManager.default.contentsOfDirectory(atPath: cache)
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { "\(cache)/\($0)" }
    }
}

extension Data {
    /// Appends the bytes to a file.
    func append(to path: String) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seekToEnd()
        try file.write(contentsOf: self)
        try file.close()
    }
}
