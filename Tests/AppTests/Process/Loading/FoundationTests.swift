import Foundation
import TestSupport
import Testing

/// A plugin with `import Foundation`: CoreFoundation takes the main queue of the thread that opens it.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A plugin that needs Foundation` {
    private static let folder = Result { () throws -> String in
        let folder = BuildProducts.path("fixtures/almanac")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try PluginCompiler.swift("Almanac.swift", as: "libAlmanac.so", in: folder)
        return folder
    }

    private func host(_ arguments: [String], input: String = "") throws -> ChildProcess {
        try HostProcess.run(["--modules", try Self.folder.get()] + arguments, input: input)
    }

    private static let clock = "wasMain: true\nisMain: true\nrang: true"

    /// A command, the start of its output, and its exit code.
    static let rows: [(arguments: [String], input: String, first: String, code: Int32)] = [
        (["open", "app://almanac/day"], "", "Almanac 1", 0),
        (["call", "app://almanac/clock"], "", clock, 0),
        (["-c", "app://almanac/nothing", "call app://almanac/clock"], "", clock, 2),
        ([], "call app://almanac/clock\napp://almanac/day\n", clock, 0),
    ]

    @Test(arguments: rows)
    func `the main actor and the main run loop work with a plugin that needs Foundation, and the host ends`(
        _ row: (arguments: [String], input: String, first: String, code: Int32)
    ) throws {
        let host = try host(row.arguments, input: row.input)
        #expect(host.output.hasPrefix(row.first + "\n"), "\(host)")
        #expect(host.exitCode == row.code)
    }

    @Test func `a plugin that needs Foundation passes module check, whose process ends`() throws {
        let host = try HostProcess.run("module", "check", try Self.folder.get() + "/libAlmanac.so")
        // One of its routes blocks the main actor, for another test.
        let faults = host.lines.filter { $0.contains(" fail ") && !$0.hasPrefix("rules ") }
        #expect(faults == [], "\(host)")
        #expect(host.lines.contains { $0.hasPrefix("stop       pass") })
    }

    @Test func `a blocked main actor is blamed on an earlier module, not on the module that is opened next`() throws {
        let host = try host(["--deadline", "60"], input: "call app://almanac/hold\nopen app://rent/list\n")
        #expect(host.errors.contains("a module that was loaded before blocks the main actor"), "\(host)")
    }
}
