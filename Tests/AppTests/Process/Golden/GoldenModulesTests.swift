import Foundation
@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

/// Plugins that were built once, with a release, and must still run by the plugin contract (`Tests/Golden/README.md`).
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `Golden modules` {
    private static let folder = Checkout.path + "/Tests/Golden/Modules"
    static let names = Checkout.folders(in: "Tests/Golden/Modules").filter { $0.hasSuffix(".session") }
        .map { String($0.dropLast(".session".count)) }

    @Test(arguments: names) func `a module of a release answers as it did then`(_ name: String) throws {
        try TemporaryFolder.with { folder in
            let library = try Self.copy(name, to: folder)
            guard try Self.isLikeTheHost(library) else {
                let line = "left out: golden module \(name): this host is of another machine or toolchain\n"
                FileHandle.standardError.write(Data(line.utf8))
                return try Self.expectRefusal(of: library)
            }
            let found = try Self.answers(to: Self.text("\(name).session"), in: folder)
            let golden = try Self.values(Self.text("\(name).answers"))
            #expect(found.count == golden.count, "\(found)")
            for (found, golden) in zip(found, golden) {
                #expect(Self.has(found, golden), "found \(found), expected at least \(golden)")
            }
        }
    }

    @Test func `a module of SDK 0.2 with a subscription starts with the host`() throws {
        try TemporaryFolder.with { folder in
            guard try Self.isLikeTheHost(try Self.copy("GoldenEvents", to: folder)) else { return }
            let host = try HostProcess.run(
                "--no-remote", "--modules", folder.path("modules"), input: "modules\n",
                environment: ["XDG_DATA_HOME": folder.path("data")])
            #expect(host.output.contains(#/GoldenListener +1\.0\.0 +active/#), "\(host)")
        }
    }

    @Test(arguments: names)
    func `a golden module of another toolchain is refused with a remedy`(_ name: String) throws {
        try TemporaryFolder.with { folder in
            let library = try Self.copy(name, to: folder)
            var bytes = try Data(contentsOf: URL(filePath: library))
            let place = try #require(bytes.range(of: Data("clang version ".utf8)))
            bytes[place.upperBound] += 1
            try bytes.write(to: URL(filePath: library))
            try Self.expectRefusal(of: library)
        }
    }

    private static func expectRefusal(of library: String) throws {
        let host = try HostProcess.run("module", "check", library)
        #expect(host.exitCode == 3, "\(host)")
        #expect(host.output.contains(#/(toolchain|format) +fail +.*; build it /#), "\(host)")
    }

    /// Whether a library is for this host's machine and toolchain, according to both files.
    private static func isLikeTheHost(_ library: String) throws -> Bool {
        let host = try HostIdentity.current()
        let image = try ELFImage(Array(try Data(contentsOf: URL(filePath: library))))
        let toolchains = try image.toolchains()
        return image.header.machine == host.machine && host.toolchains.isSuperset(of: toolchains)
    }

    private static func answers(to session: String, in folder: TemporaryFolder) throws -> [JSONValue] {
        let words = ["--json", "--no-remote", "--modules", folder.path("modules")]
        let environment = HostProcess.environment.merging(["XDG_DATA_HOME": folder.path("data")]) { $1 }
        // Errors and answers come in order on one stream.
        let host = try ChildProcess.run(
            "/bin/sh", ["-c", #"exec "$0" "$@" 2>&1"#, BuildProducts.path("switchboard")] + words, input: session,
            environment: environment)
        return try values(host.output)
    }

    /// Whether an answer has all members of a golden answer: a later host may add members. Of an error, the text is not
    /// compared, because it is for people.
    private static func has(_ found: JSONValue, _ golden: JSONValue) -> Bool {
        switch (found, golden) {
        case (.object(let found), .object(var golden)):
            if golden["code"] != nil { (golden["message"], golden["near"]) = (nil, nil) }
            return golden.allSatisfy { name, value in found[name].map { has($0, value) } ?? false }
        case (.array(let found), .array(let golden)):
            return found.count == golden.count && zip(found, golden).allSatisfy(has)
        default: return found == golden
        }
    }

    private static func copy(_ name: String, to folder: TemporaryFolder) throws -> String {
        let copy = folder.path("modules/lib\(name).so")
        try FileManager.default.createDirectory(atPath: folder.path("modules"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(self.folder)/lib\(name).so", toPath: copy)
        return copy
    }

    private static func text(_ file: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    }

    private static func values(_ lines: String) throws -> [JSONValue] {
        try lines.split(separator: "\n").map { try JSONValue(document: Array($0.utf8)) }
    }
}
