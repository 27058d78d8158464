import Glibc
import ModuleKit
import Platform
import TestSupport
import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `The remotes of the command line` {
    /// Whether the demonstration has a table, the named remotes, whether remotes are used, and the remotes that are
    /// asked.
    @Test(arguments: [
        (false, [], true, []), (true, [], true, ["demonstration"]), (true, [], false, []),
        (true, ["https://lookup.example.com"], true, ["https://lookup.example.com"]),
    ])
    func `the demonstration's table is asked if remotes are used and none is named`(
        hasTable: Bool, remotes: [String], usesRemotes: Bool, asked: [String]
    ) throws {
        try TemporaryFolder.with { folder in
            let table = try folder.write(#"{"format_version":"1.0","answers":[]}"#, to: "table.json")
            let lookup = LookupConfiguration(
                remotes: remotes, demoTable: hasTable ? table : nil, usesRemotes: usesRemotes)
            #expect(try lookup.resolvers().map(\.name) == asked)
        }
    }

    @Test func `the remotes are asked in the order in which they are named`() throws {
        try TemporaryFolder.with { folder in
            let file = try folder.write(#"{"format_version":"1.0","answers":[]}"#, to: "table.json")
            let remotes = ["https://user:password@lookup.example.com/a?key=secret", file, "http://127.0.0.1:1"]
            let resolvers = try LookupConfiguration(remotes: remotes).resolvers()
            #expect(resolvers.map(\.name) == ["https://lookup.example.com/a", file, "http://127.0.0.1:1"])
            #expect(resolvers.map { $0 is LookupTable } == [false, true, false])
        }
    }

    @Test func `a remote with prefixes is asked only for URLs below them`() async throws {
        try await TemporaryFolder.with { folder in
            let answer = #"{"kind":"redirect","url":"app://new"}"#
            let table = try folder.write(
                #"{"format_version":"1.0","answers":[{"pattern":"/*all","answer":\#(answer)}]}"#, to: "table.json")
            let list = try folder.write(
                #"{"format_version":"1.0","remotes":[{"remote":"\#(table)","prefixes":["app://shop","#
                    + #""app://rent/sale"]},"#
                    + #"{"remote":"\#(table)"},{"remote":"https://lookup.example.com"}]}"#, to: "remotes.json")
            let resolvers = try LookupConfiguration(remotes: [list]).resolvers()
            #expect(resolvers.map(\.name) == [table, table, "https://lookup.example.com"])
            for (url, isAnswered) in [
                ("app://shop", true), ("app://shop/1?a=b", true), ("APP://shop/%31", true), ("app://shopping", false),
                ("app://shop/../x", true), ("app://Shop", false), ("other://shop", false), ("/shop", false),
                ("app://rent/sale/1", true),
                ("app://rent/sale/../1", false), ("app://rent/x/../sale", true),
            ] {
                let found = try await resolvers[0].resolve(Question(RouteURL(url)))
                #expect((found != nil) == isAnswered, "\(url)")
                #expect((resolvers[0].canResolve(try RouteURL(parsing: url)) == .no) == !isAnswered, "\(url)")
            }
        }
    }

    @Test(arguments: [
        (#"{"format_version":"2.0","remotes":[]}"#, "format_version 2.0"),
        (#"{"format_version":"1.0","remotes":[{"remote":"https://a.b","prefixes":["shop"]}]}"#, "prefix \"shop\""),
        (#"{"format_version":"1.0","remotes":[{"remote":"https://a.b","prefixes":["/shop"]}]}"#, "prefix \"/shop\""),
        (#"{"format_version":"1.0","remotes":[{"remote":"http://a.example"}]}"#, "--allow-insecure"),
        (#"{"format_version":"1.0","remotes":[{}]}"#, "is missing"),
    ])
    func `an invalid list of remotes is refused with the reason`(json: String, reason: String) throws {
        try TemporaryFolder.with { folder in
            let file = try folder.write(json, to: "remotes.json")
            #expect {
                try LookupConfiguration(remotes: [file]).resolvers()
            } throws: { error in
                "\(error)".contains(reason)
            }
        }
    }

    @Test func `remotes are not used if the command line forbids questions`() throws {
        #expect(try LookupConfiguration(usesRemotes: false).resolvers().isEmpty)
        #expect(try LookupConfiguration(remotes: ["app://none"], usesRemotes: false).resolvers().isEmpty)
    }

    @Test(arguments: [
        "ftp://lookup.example.com", "app://lookup", "http://", "https:///lookup", "http://[::1", "http://a.example:0",
        "http://a.example:65536", "://", "http://user@:80/",
    ])
    func `a remote that is not an http or https address is refused`(remote: String) {
        let error = #expect(throws: Failure.self) { try LookupConfiguration(remotes: [remote]).resolvers() }
        #expect(error?.message.hasPrefix("\"\(remote)\" is not an http or https address; write one") == true)
    }

    @Test(arguments: ["", "lookup.example.com", "http:lookup", "\(TemporaryFolder.absent)/table.json"])
    func `a remote that is not a readable file is refused`(remote: String) {
        let error = #expect(throws: Failure.self) { try LookupConfiguration(remotes: [remote]).resolvers() }
        #expect(error?.message.hasPrefix("the remote table \(remote) cannot be read: ") == true)
    }

    @Test(arguments: [
        ("http://lookup.example.com/a", false), ("http://10.0.0.1", false), ("http://127.0.0.1.example.com", false),
        ("http://[::2]", false), ("http://LOCALHOST:8080", true), ("http://127.1.2.3", true), ("http://[::1]:80", true),
        ("https://lookup.example.com", true),
    ])
    func `plain http is allowed on this machine, or with --allow-insecure`(remote: String, isAllowed: Bool) throws {
        let found = Result { try LookupConfiguration(remotes: [remote]).resolvers().map(\.name) }
        #expect((try? found.get()) == (isAllowed ? [remote] : nil))
        #expect(try LookupConfiguration(remotes: [remote], allowsInsecure: true).resolvers().count == 1)
    }

    @Test func `the refusal of a remote over plain http does not print its secrets`() {
        let error = #expect(throws: Failure.self) {
            try LookupConfiguration(remotes: ["http://user:word@lookup.example.com/a?key=secret"]).resolvers()
        }
        #expect(error?.message.hasPrefix("http://lookup.example.com/a would be asked over plain http") == true)
        #expect(error?.message.hasSuffix("; write https, or add --allow-insecure") == true)
    }

    @Test(arguments: [
        LookupTableError.invalidTable(name: "x", reason: "y"), .unknownFormat(name: "x", found: "2.0"),
        .sameShape(name: "x", pattern: "/:a", other: "/:b"),
    ])
    func `errors of a remote table name the table and a remedy`(error: LookupTableError) {
        #expect("\(error)".contains("; "))
        #expect("\(error)".contains("x"))
    }

    @Test(arguments: [
        LookupTable.unreadable("x", .system(EMFILE)), WebServices.unreadable("x", .system(ENFILE)),
    ])
    func `an error from the limit of open files suggests ulimit -n`(error: Failure) {
        #expect("\(error)".hasSuffix("; allow more with `ulimit -n`, or end other programs"))
    }
}
