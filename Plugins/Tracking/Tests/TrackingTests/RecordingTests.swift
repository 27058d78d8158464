import ModuleTesting
import Testing

@testable import Tracking

@Suite struct `Recorded requests` {
    private static let lamp = "app://shop/lamp/:id"

    @Test(arguments: [
        ("open", lamp, ["answered"]), ("link", lamp, ["answered"]), ("call", lamp, []),
        ("call", "app://shop/stock", ["answered", "answered"]), ("action", "app://shop/stock", []),
        ("form", "app://shop/stock", []), ("call", "app://shop/broken", ["failed"]),
        ("open", "app://shop/*rest?", ["answered", "answered", "answered"]), ("open", "app://other", []),
    ])
    func `a request is recorded by its kind and its pattern`(kind: String, pattern: String, outcomes: [String])
        async throws
    {
        try await Scene.with([#"{"pattern":"\#(pattern)","kind":"\#(kind)"}"#]) { scene in
            try await scene.harness.open("app://shop/lamp/1")
            try await scene.harness.open("app://shop/shelf", origin: .external)
            _ = try await scene.harness.call("app://shop/stock", as: Int.self)
            _ = try await scene.harness.call("app://shop/stock", ["a": 1], as: Int.self)
            _ = try? await scene.harness.call("app://shop/broken", as: Int.self)
            try await scene.harness.open("app://shop/old", origin: .module("Rent"))
            let expected = kind == "open" && pattern.hasSuffix("?") ? outcomes + ["answered"] : outcomes
            #expect(try await scene.records().map(\.outcome) == expected)
        }
    }

    /// The kind and pattern of a rule, its field, and the records of all choices on a page.
    static let choices: [(kind: String, pattern: String, field: String, records: [String])] = [
        ("action", "app://shop/stock", "title", ["answered Stock"]),
        ("action", "app://shop/broken", "title", ["failed Break"]),
        ("action", "app://shop/counter/:shop", "title", ["answered Ask", "failed Fail"]),
        ("action", "app://shop/counter/:shop", "parameters.shop", ["answered 7", "failed 7"]),
        ("form", "app://shop/counter/7", "body.text", ["answered Hello"]),
        ("form", "app://shop/counter/7", "body.pin", ["answered ***"]),
        ("form", "app://shop/counter/:id<int>", "url", ["answered app://shop/counter/7?from=mail"]),
        ("form", "app://shop/pay", "body.sum", ["answered 5"]),
        ("form", "app://shop/pay", "body.card", ["answered ***"]),
        ("form", "app://shop/*rest?", "title", ["answered Tell", "answered Pay"]),
        ("action", "app://shop/shelf", "title", []), ("form", "app://shop/stock", "title", []),
        ("call", "app://shop/counter/7", "url", []),
    ]

    @Test(arguments: choices)
    func `an action or a form is recorded once, whether it calls a URL or sends to the page's module`(
        _ row: (kind: String, pattern: String, field: String, records: [String])
    ) async throws {
        let rule = #"{"pattern":"\#(row.pattern)","kind":"\#(row.kind)","fields":["\#(row.field)"]}"#
        try await Scene.with([rule]) { scene in
            try await scene.harness.open("app://shop/counter/7?from=mail")
            try await scene.harness.choose("Stock")
            _ = try? await scene.harness.choose("Break")
            try await scene.harness.choose("Ask")
            _ = try? await scene.harness.choose("Fail")
            try await scene.harness.choose("Tell", filling: ["text": "Hello", "pin": "1234"])
            try await scene.harness.choose("Pay", filling: ["sum": "5", "card": "4111"])
            let records = try await scene.records()
            #expect(records.map { "\($0.outcome ?? "none") \($0.fields[row.field] ?? "nothing")" } == row.records)
            #expect(records.allSatisfy { $0.origin == "shell" })
        }
    }

    private static let origins: [(Origin, String)] = [
        (.shell, "shell"), (.elsewhere, "elsewhere"), (.external, "external"), (.module("Rent"), "module Rent"),
    ]

    @Test(arguments: origins)
    func `a record has the origin, but not the URL`(origin: Origin, word: String) async throws {
        try await Scene.with([#"{"pattern":"app://shop/lamp/:id","kind":"open"}"#]) { scene in
            try await scene.harness.open("app://shop/lamp/7", origin: origin)
            let line = Scene.Line(kind: "open", pattern: Self.lamp, origin: word, outcome: "answered", fields: [:])
            #expect(try await scene.records() == [line])
        }
    }

    @Test func `pages are recorded when they appear and disappear, also when the person goes back`() async throws {
        let rules = ["appear", "disappear"].map {
            #"{"pattern":"app://shop/lamp/:id","kind":"\#($0)","fields":["title","parameters.id"]}"#
        }
        try await Scene.with(rules) { scene in
            try await scene.harness.open("app://shop/lamp/7")
            try await scene.harness.open("app://shop/shelf")
            await scene.harness.perform(.dismiss(value: nil))
            let records = try await scene.records()
            #expect(records.map(\.kind) == ["appear", "disappear", "appear"])
            #expect(records.allSatisfy { $0.fields == ["title": "Lamp", "parameters.id": "7"] })
        }
    }

    @Test(arguments: [
        ("title", "Lamp"), ("elements.field[Price]", "30"), ("elements.field", "30"), ("elements.field[Colour]", "red"),
        ("elements.field[Weight]", nil), ("elements.table", "2"), ("elements.link[Shelf]", "app://shop/shelf"),
        ("parameters.id", "7"), ("parameters.from", "mail"), ("parameters.absent", nil),
        ("url", "app://shop/lamp/7?from=mail"),
    ])
    func `a field is a value of the page or of the request`(field: String, value: String?) async throws {
        try await Scene.with([#"{"pattern":"app://shop/lamp/:id","kind":"open","fields":["\#(field)"]}"#]) { scene in
            try await scene.harness.open("app://shop/lamp/7?from=mail")
            #expect(try await scene.records().map(\.fields) == [value.map { [field: $0] } ?? [:]])
        }
    }

    @Test func `a long value is truncated`() async throws {
        let rule = #"{"pattern":"app://shop/lamp/:id","kind":"open","fields":["parameters.note","url"]}"#
        try await Scene.with([rule]) { scene in
            try await scene.harness.open("app://shop/lamp/7?note=\(String(repeating: "n", count: 5_000))")
            let fields = try await scene.records().first?.fields
            #expect(fields?.values.map(\.count) == [256, 256])
        }
    }

    @Test func `a share of the requests is recorded, the same requests with the same seed`() async throws {
        var sampled: [[Int]] = []
        for (seed, share) in [(1, 0.5), (1, 0.5), (2, 0.5), (1, 0), (1, 1)] as [(UInt64, Double)] {
            let rule =
                #"{"pattern":"app://shop/lamp/:id","kind":"open","fields":["parameters.id"],"sampling":\#(share)}"#
            try await Scene.with([rule], seed: seed) { scene in
                for number in 1...100 { try await scene.harness.open("app://shop/lamp/\(number)") }
                sampled.append(try await scene.records().compactMap { Int($0.fields["parameters.id"] ?? "") })
                #expect(scene.harness.page != nil)
            }
        }
        #expect(sampled[0] == sampled[1] && sampled[0] != sampled[2])
        #expect((30...70).contains(sampled[0].count))
        #expect(sampled[3].isEmpty && sampled[4] == Array(1...100))
    }
}

@Suite struct `Values that are never recorded` {
    @Test func `the value of a secret field and the body of a call without a form are not recorded`() async throws {
        let fields = #"["body.user","body.password","body.other"]"#
        try await Scene.with([#"{"pattern":"app://shop/session","kind":"form","fields":\#(fields)}"#]) { scene in
            let body = ["user": "ada", "password": "lovelace"]
            _ = try await scene.harness.call("app://shop/session", body, as: Bool.self)
            try await scene.harness.open("app://shop/login")
            try await scene.harness.choose("Log in", filling: body)
            let records = try await scene.records()
            #expect(
                records.map(\.fields) == [["body.user": "ada", "body.password": "***"]])
        }
    }

    @Test(arguments: [
        ("parameters.token", "***"), ("parameters.code", "***"), ("parameters.from", "mail"), ("title", "***"),
        ("elements.field[Code]", "***"), ("url", "app://shop/gift/***?code=***&from=mail"),
    ])
    func `a value that a route declares as sensitive is not recorded`(field: String, value: String)
        async throws
    {
        for kind in ["open", "appear"] {
            let rule = #"{"pattern":"app://shop/gift/:token","kind":"\#(kind)","fields":["\#(field)"]}"#
            try await Scene.with([rule]) { scene in
                try await scene.harness.open("app://shop/gift/abcd?code=9876&from=mail", origin: .external)
                #expect(try await scene.records().map(\.fields) == [[field: value]])
            }
        }
    }

    @Test func `a sensitive parameter of a body is not recorded, although its form shows it`() async throws {
        let rule = #"{"pattern":"app://shop/pay","kind":"form","fields":["body.sum","body.card"]}"#
        try await Scene.with([rule]) { scene in
            try await scene.harness.open("app://shop/login")
            try await scene.harness.choose("Pay", filling: ["sum": "5", "card": "4111"])
            #expect(try await scene.records().map(\.fields) == [["body.sum": "5", "body.card": "***"]])
        }
    }
}
