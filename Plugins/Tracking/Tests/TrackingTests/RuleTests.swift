import ModuleTesting
import Testing

@testable import Tracking

@Suite struct `Rules` {
    private static let good = #"{"pattern":"app://shop/lamp/:id","kind":"open"}"#

    @Test(arguments: [
        (#"{"pattern":"app://shop","kind":"look"}"#, #"its kind is "look", expected appear, disappear, link"#),
        (#"{"pattern":"app://shop/:","kind":"open"}"#, "column"),
        (#"{"pattern":"shop","kind":"open"}"#, "/"),
        (#"{"pattern":"app://shop"}"#, "kind"),
        (#"{"kind":"open"}"#, "pattern"),
        (#"{"pattern":7,"kind":"open"}"#, "pattern"),
        (#"{"pattern":"app://shop","kind":"open","fields":"title"}"#, "fields"),
        (#"{"pattern":"app://shop","kind":"open","fields":["tilte"]}"#, #"its field is "tilte", expected url, title"#),
        (#"{"pattern":"app://shop","kind":"open","fields":["elements.fild"]}"#, "elements.KIND"),
        (#"{"pattern":"app://shop","kind":"open","fields":["elements.field[Rent"]}"#, "elements.KIND"),
        (#"{"pattern":"app://shop","kind":"open","fields":["parameters."]}"#, "parameters.NAME"),
        (#"{"pattern":"app://shop","kind":"call","fields":["body.a"]}"#, "its field body.a needs the kind form"),
        (#"{"pattern":"app://shop","kind":"open","sampling":1.5}"#, "its sampling is 1.5, expected 0 to 1"),
        (#"{"pattern":"app://shop","kind":"open","sampling":"half"}"#, "sampling"),
        ("[]", "rule 2 is refused"), ("null", "rule 2 is refused"),
    ])
    func `an invalid rule is refused with its number, and earlier rules stay`(rule: String, reason: String) async throws
    {
        try await Scene.with([Self.good]) { scene in
            let reasons = try await scene.take([Self.good, rule])
            #expect(reasons.count == 1)
            #expect(reasons.first?.contains("rule 2 is refused") == true, "\(reasons)")
            #expect(reasons.first?.contains(reason) == true, "\(reasons)")
            try await scene.harness.open("app://shop/lamp/7")
            #expect(try await scene.records().count == 1)
        }
    }

    @Test func `too many rules and too many fields are refused`() async throws {
        try await Scene.with { scene in
            let tooMany = try await scene.take(Array(repeating: Self.good, count: 257))
            #expect(tooMany.first?.contains("257 rules") == true)
            let names = (1...33).map { "\"parameters.p\($0)\"" }.joined(separator: ",")
            let rule = #"{"pattern":"app://shop","kind":"open","fields":[\#(names)]}"#
            let tooLong = try await scene.take([rule])
            #expect(tooLong.first?.contains("33 fields") == true)
        }
    }

    @Test func `new rules take effect immediately, and so does their removal`() async throws {
        try await Scene.with { scene in
            try await scene.harness.open("app://shop/lamp/1")
            #expect(try await scene.take([Self.good, Self.good]).isEmpty)
            try await scene.harness.open("app://shop/lamp/2")
            #expect(try await scene.take([#"{"pattern":"app://shop/shelf","kind":"appear"}"#]).isEmpty)
            try await scene.harness.open("app://shop/lamp/3")
            try await scene.harness.open("app://shop/shelf")
            #expect(try await scene.take([]).isEmpty)
            try await scene.harness.open("app://shop/lamp/4")
            try await scene.harness.open("app://shop/shelf")
            #expect(try await scene.records().map(\.kind) == ["open", "open", "appear"])
        }
    }
}
