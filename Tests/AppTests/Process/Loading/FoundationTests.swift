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

    /// What is run, what it prints first, and the exit code.
    static let rows: [(arguments: [String], input: String, first: String, code: Int32)] = [
        (["open", "app://almanac/day"], "", "Almanac 1", 0),
        (["call", "app://almanac/clock"], "", clock, 0),
        (["-c", "app://almanac/nothing", "call app://almanac/clock"], "", clock, 2),
        ([], "call app://almanac/clock\napp://almanac/day\n", clock, 0),
    ]

    @Test(arguments: rows)
    func `a plugin that needs Foundation runs its main actor's code and the main run loop, and the host still ends`(
        _ row: (arguments: [String], input: String, first: String, code: Int32)
    ) throws {
        let host = try host(row.arguments, input: row.input)
        #expect(host.output.hasPrefix(row.first + "\n"), "\(host)")
        #expect(host.exitCode == row.code)
    }

    @Test func `a plugin that needs Foundation passes every check, whose process ends too`() throws {
        let host = try HostProcess.run("module", "check", try Self.folder.get() + "/libAlmanac.so")
        // A route of it holds the main actor, which is for another test.
        let faults = host.lines.filter { $0.contains(" fail ") && !$0.hasPrefix("rules ") }
        #expect(faults == [], "\(host)")
        #expect(host.lines.contains { $0.hasPrefix("stop       pass") })
    }

    @Test func `a plugin that holds the main actor is named, and not the module that is opened next`() throws {
        let host = try host(["--deadline", "60"], input: "call app://almanac/hold\nopen app://rent/list\n")
        #expect(host.errors.contains("a module that was loaded before holds the main actor"), "\(host)")
    }
}
