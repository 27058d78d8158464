import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(2))) struct `The command contract who` {
    private static let files = [
        "Contracts/Map.json":
            #"{"format_version":"1.1","module":"Map","asks":{"call app://boats/all":{"labels":["map.homes"]}},"#
            + #""labels":{"map.homes":{}},"events":{"account.session":{"value":{"properties":{"user":{}}}}}}"#,
        "Plugins/Bill/Contracts/Bill.json":
            #"{"format_version":"1.1","module":"Bill","asks":{"call app://rent/search":{"value":{"type":"array","#
            + #""items":{"properties":{"id":{"type":"integer"}}}}},"open app://rent/1":{},"#
            + #""open app://rent/:id?from":{"url":"app://rent/7?from=a"},"call app://nowhere":{},"#
            + #""call app://gone/1":{}},"#
            + #""services":{"book":{"versions":["1.0.0..<2.0.0"]}},"published":{"account.session":{}},"#
            + #""reviewed":{"asks call app://gone/1":{"owner":"Gone","pattern":"/gone/:id"}}}"#,
    ]

    private static let map = "(Contracts/Map.json)"
    private static let bill = "(Plugins/Bill/Contracts/Bill.json)"

    static let rows: [(words: [String], lines: [String])] = [
        (["app://rent/search"], ["Bill asks call app://rent/search \(bill)"]),
        (["/rent/5"], ["Bill asks open app://rent/1 \(bill)", "Bill asks open app://rent/:id?from \(bill)"]),
        (["app://rent/annotations"], ["Map asks call app://boats/all \(map)"]),
        // The route is gone; the review recorded its pattern.
        (["app://gone/2"], ["Bill asks call app://gone/1 \(bill)"]),
        (["app://nowhere"], ["Bill asks call app://nowhere \(bill)"]),
        (["app://rent/search", "--field", "id"], ["Bill asks call app://rent/search \(bill)"]),
        (["app://rent/search", "--field", "city"], ["no entry of 2 contracts uses it"]),
        (["service", "book"], ["Bill takes book \(bill)"]),
        (["service", "x"], ["no entry of 2 contracts uses it"]),
        (
            ["event", "account.session"],
            ["Map hears account.session \(map)", "Bill publishes account.session \(bill)"]
        ),
        (["event", "account.session", "--field", "user"], ["Map hears account.session \(map)"]),
        (["label", "map.homes"], ["Map reads map.homes \(map)"]),
    ]

    @Test(arguments: rows.indices) func `contract who lists each module, its entry and its file`(index: Int) throws {
        let (words, lines) = Self.rows[index]
        let host = try run(words)
        #expect(host.exitCode == 0 && host.lines == lines, "\(host)")
    }

    @Test func `contract who names the route that answers a mistyped URL`() throws {
        let host = try run(["app://rent/serch"])
        #expect(host.errors.contains("Rent's /rent/:id answers app://rent/serch"), "\(host)")
    }

    @Test(arguments: [["service"], ["guard", "x"], ["event", "a", "b"]])
    func `contract who refuses an unknown or incomplete subject`(words: [String]) throws {
        let host = try run(words)
        #expect(host.exitCode == 64, "\(host)")
    }

    private func run(_ words: [String]) throws -> ChildProcess {
        try TemporaryFolder.with { folder in
            for (path, text) in Self.files {
                let parent = folder.path(path.split(separator: "/").dropLast().joined(separator: "/"))
                try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
                try folder.write(text, to: path)
            }
            return try ChildProcess.run(
                "/usr/bin/env",
                ["-C", folder.path, BuildProducts.path("switchboard"), "--no-remote", "contract", "who"] + words,
                environment: HostProcess.environment)
        }
    }
}
