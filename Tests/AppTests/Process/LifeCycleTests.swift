import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `Modules of a running host` {
    @Test func `modules start when needed, after the modules that they require, and stop in reverse`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Witness.swift", as: "libWitness.so", in: folder.path)
            let none = try HostProcess.run("--modules", folder.path, "open", "app://rent/list")
            #expect(Self.told(none).isEmpty)
            #expect(none.exitCode == 0)
            let host = try HostProcess.run("--modules", folder.path, "open", "app://second")
            #expect(Self.told(host) == ["start ZFirst", "start ASecond", "stop ASecond", "stop ZFirst"])
            #expect(host.exitCode == 0)
            #expect(host.errors.contains("BClash was not loaded"))
        }
    }

    /// The lines that the witnesses printed.
    private static func told(_ host: ChildProcess) -> [String] {
        host.errorLines.filter { $0.hasPrefix("start ") || $0.hasPrefix("stop ") }
    }

    @Test func `a link is followed with the origin of the person who follows it`() throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Witness.swift", as: "libWitness.so", in: folder.path)
            let script = "app://witness/page\n1\n"
            let person = try HostProcess.run("--modules", folder.path, input: script)
            #expect(person.exitCode == 0)
            #expect(person.lines.contains("Inside"))
            let outsider = try HostProcess.run("--modules", folder.path, "--origin", "external", input: script)
            #expect(outsider.exitCode == 3)
            #expect(!outsider.lines.contains("Inside"))
        }
    }

    /// Lines of a script that make the host print hostile text.
    @Test(arguments: [
        "app://hostile/error", "app://hostile/refusal", "call app://hostile/value", "modules", "routes",
        "app://\u{202E}x", "call app://hostile/value --body '\"\u{9B}'", "\u{9B}31m",
    ]) func `control characters of modules never reach the output`(_ line: String) throws {
        try TemporaryFolder.with { folder in
            try PluginCompiler.swift("Hostile.swift", as: "libHostile.so", in: folder.path)
            try folder.write("no library", to: "libBad\u{1B}[31m.so")
            let host = try HostProcess.run("--modules", folder.path, input: line + "\n")
            for scalar in (host.output + host.errors).unicodeScalars where scalar != "\n" {
                let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                #expect(!isControl && scalar != "\u{202E}", "U+\(String(scalar.value, radix: 16))")
            }
            let json = try HostProcess.run("--json", "--modules", folder.path, input: line + "\n")
            #expect(!(json.output + json.errors).unicodeScalars.contains { (0x7F...0x9F).contains($0.value) })
        }
    }
}
