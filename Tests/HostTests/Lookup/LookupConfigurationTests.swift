import ModuleKit
import TestSupport
import Testing

@testable import Host

@Suite struct `The remotes of the command line` {
    @Test func `are the built-in table where none is named`() throws {
        let resolvers = try LookupConfiguration().resolvers()
        #expect(resolvers.map(\.name) == ["built-in table"])
    }

    @Test func `are asked in the order in which they are named`() throws {
        try TemporaryFolder.with { folder in
            let file = try folder.write(#"{"format_version":"1.0","answers":[]}"#, to: "table.json")
            let remotes = ["https://user:password@lookup.example.com/a?key=secret", file, "http://127.0.0.1:1"]
            let resolvers = try LookupConfiguration(remotes: remotes).resolvers()
            #expect(resolvers.map(\.name) == ["https://lookup.example.com/a", file, "http://127.0.0.1:1"])
            #expect(resolvers.map { $0 is LookupTable } == [false, true, false])
        }
    }

    @Test func `are nobody where nobody may be asked`() throws {
        #expect(try LookupConfiguration(usesRemotes: false).resolvers().isEmpty)
        #expect(try LookupConfiguration(remotes: ["app://none"], usesRemotes: false).resolvers().isEmpty)
    }

    @Test(arguments: [
        "ftp://lookup.example.com", "app://lookup", "http://", "https:///lookup", "http://[::1", "http://a.example:0",
        "http://a.example:65536", "://", "http://user@:80/",
    ])
    func `are refused where they are no address`(remote: String) {
        #expect(throws: LookupError.invalidEndpoint(remote)) { try LookupConfiguration(remotes: [remote]).resolvers() }
    }

    @Test(arguments: ["", "lookup.example.com", "http:lookup", "/nonexistent/table.json"])
    func `are refused where they are no file`(remote: String) {
        #expect {
            try LookupConfiguration(remotes: [remote]).resolvers()
        } throws: { error in
            if case LookupError.unreadableTable(remote, _) = error { true } else { false }
        }
    }

    @Test(arguments: [
        LookupError.invalidEndpoint("x"), .unreadableTable(file: "x", reason: "y"),
        .invalidTable(file: "x", reason: "y"), .unknownFormat(file: "x", found: "2.0"),
        .sameShape(file: "x", pattern: "/:a", other: "/:b"),
    ])
    func `are refused with what to do`(error: LookupError) {
        #expect("\(error)".contains("; "))
        #expect("\(error)".contains("x"))
    }
}
