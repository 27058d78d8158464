import Foundation
@_spi(Host) import HostKit
@_spi(Host) import ModuleTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The recorded contract of a module` {
    private enum Kind: String, Codable, CaseIterable { case flat, share }

    private struct Bill: Codable {
        var amount: Double = 3
        var kind: Kind = .flat
        var until: Date?
        var parts: [String: Int] = [:]
    }

    /// A stub's answer, and its recorded form.
    private static let rows: [(answer: Response, form: String)] = [
        (.value(Payload(3)), #""value":{"type":"integer"}"#),
        (.value(Payload(["discount": 300])), #""value":"# + object(#""discount":{"type":"integer"}"#, #""discount""#)),
        (
            .value(Payload(Bill(parts: ["a": 1]))),
            #""value":"#
                + object(
                    #""amount":{"type":"number"},"kind":{"enum":["flat","share"],"type":"string"},"parts":"#
                        + object(#""a":{"type":"integer"}"#, #""a""#)
                        + #","until":{"format":"date-time","type":"string"}"#,
                    #""amount","kind","parts""#)
        ),
        (
            .value(Payload([["id": 1], ["id": 2, "x": 3]])),
            #""value":{"items":{"anyOf":["# + object(#""id":{"type":"integer"},"x":{"type":"integer"}"#, #""id","x""#)
                + "," + object(#""id":{"type":"integer"}"#, #""id""#) + #"]},"type":"array"}"#
        ),
        (.value(Payload(Optional(3))), #""value":{"anyOf":[{"type":"integer"},{"type":"null"}]}"#),
        (.value(Payload(object: Bill())), #""form":"object""#),
        (.page(Page("A") {}), ""), (.done, ""),
    ]

    private static func object(_ properties: String, _ required: String) -> String {
        #"{"properties":{\#(properties)},"required":[\#(required)],"type":"object"}"#
    }

    @Test(arguments: rows.indices) func `the recorded form of an answer follows its type and its JSON`(_ row: Int)
        async throws
    {
        let (answer, form) = Self.rows[row]
        let text = try await TemporaryFolder.with { folder in
            try await Self.ask("app://bank/pay", answer, ContractRecorder(folder: folder.path))
            return try Self.text(in: folder)
        }
        let members = [form, #""url":"app://bank/pay""#].filter { !$0.isEmpty }.sorted().joined(separator: ",")
        #expect(text.split(separator: "\n").dropFirst() == ["\"call /bank/pay\":{\(members)}", "}}"])
    }

    @Test func `recorders write the same file in any order, also in parallel`()
        async throws
    {
        let asks: [(url: RouteURL, answer: Response)] = [
            ("app://bank/pay", .value(Payload(["paid": 3]))), ("app://bank/pay?in=euro", .value(Payload(true))),
            ("app://bank/pay?in=y", .value(Payload(false))), ("app://bank/pay", .value(Payload("no"))),
            ("app://bank/pay", .value(Payload(["lost": 3]))),
        ]
        try await TemporaryFolder.with { folder in
            let once = ContractRecorder(folder: folder.path("once"))
            for ask in asks { try await Self.ask(ask.url, ask.answer, once) }
            // One recorder for each request, as each test process has one.
            try await withThrowingTaskGroup { group in
                for ask in asks + asks.reversed() {
                    group.addTask {
                        try await Self.ask(ask.url, ask.answer, ContractRecorder(folder: folder.path("many")))
                    }
                }
                try await group.waitForAll()
            }
            let text = try String(contentsOfFile: folder.path("once/Shop.json"), encoding: .utf8)
            #expect(try String(contentsOfFile: folder.path("many/Shop.json"), encoding: .utf8) == text)
            #expect(text.split(separator: "\n").count == 4)
            #expect(text.contains(#""call /bank/pay?in":{"url":"app://bank/pay?in=y""#))
        }
    }

    @Test func `requests of other modules and declined requests are not recorded`() async throws {
        try await TemporaryFolder.with { folder in
            let recorder = ContractRecorder(folder: folder.path)
            try await Self.ask("app://bank/pay", .done, recorder, origin: .module("Bank"))
            _ = try? await Self.ask("app://bank/pay", .declined, recorder)
            #expect(throws: (any Error).self) { try Self.text(in: folder) }
            try await Self.ask("app://bank/pay", .done, recorder, origin: .external)
            #expect(try Self.text(in: folder).contains(#"{"origin":"external","url":"app://bank/pay"}"#))
        }
    }

    /// Uses of the module's context, with the section of the file and the line that is written into it.
    private static let uses: [(use: ContextUse, section: String, line: String)] = [
        (
            .service("coupon-book", "1.2"..<"2.0", type: "Coupons.Book", isRequired: true), "services",
            #""coupon-book":{"type":"Coupons.Book","versions":["1.2.0..<2.0.0"]}"#
        ),
        (
            .service("payment", "1.0"..<"2.0", type: "Pay.Method", isRequired: false), "services",
            #""payment":{"optional":true,"type":"Pay.Method","versions":["1.0.0..<2.0.0"]}"#
        ),
        (
            .publication("shop.sold", Payload(["id": 7])), "published",
            #""shop.sold":{"value":"# + object(#""id":{"type":"integer"}"#, #""id""#) + "}"
        ),
        (.label("map.homes"), "labels", #""map.homes":{}"#),
    ]

    @Test(arguments: uses.indices)
    func `services, published values and labels are recorded in separate sections`(_ row: Int) throws {
        let (use, section, line) = Self.uses[row]
        try TemporaryFolder.with { folder in
            let recorder = ContractRecorder(folder: folder.path)
            recorder.note(use, of: "Shop")
            recorder.note(use, of: "Shop")
            let text = try Self.text(in: folder)
            #expect(text.contains("\"\(section)\":{\n\(line)\n}"))
        }
    }

    private enum Trouble: Error { case sold(Int), lost }

    /// A stub's answer, the type that the module wants, and a member of the recorded request.
    private static let outcomes: [(answer: Result<Response, any Error>, wanted: Any.Type?, member: String)] = [
        (.failure(Trouble.sold(3)), nil, #""errors":["Trouble.sold"]"#),
        (.failure(Trouble.lost), nil, #""errors":["Trouble.lost"]"#),
        (.failure(DescribedError(description: "the line is dead")), nil, #""errors":["the line is dead"]"#),
        (.success(.page(Page("A") {})), Kind.self, #""awaited":{"enum":["flat","share"],"type":"string"}"#),
        (.success(.page(Page("A") {})), Page.self, #""awaited":{"format":"page"}"#),
    ]

    @Test(arguments: outcomes.indices)
    func `a recorded request has the stub's error and the type that the module awaits`(_ row: Int) async throws {
        let (answer, wanted, member) = Self.outcomes[row]
        try await TemporaryFolder.with { folder in
            let recorder = ContractRecorder(folder: folder.path)
            let use = ContextUse.request(.open, "app://bank/pay", nil, .module("Shop"), wanted: wanted)
            recorder.note(use, of: "Shop")
            try await Self.ask("app://bank/pay", answer, recorder)
            let text = try Self.text(in: folder)
            #expect(text.contains(member))
        }
    }

    private static func ask(
        _ url: RouteURL, _ answer: Response, _ recorder: ContractRecorder, origin: Origin = .module("Shop")
    ) async throws {
        try await ask(url, .success(answer), recorder, origin: origin)
    }

    /// Asks a stub in a test of the module Shop.
    private static func ask(
        _ url: RouteURL, _ answer: Result<Response, any Error>, _ recorder: ContractRecorder,
        origin: Origin = .module("Shop")
    ) async throws {
        let board = Switchboard(navigator: RecordingNavigator())
        let place = DeclarationSite(fileID: #fileID, line: #line)
        let stub = Route("/bank/pay", verb: .call, access: .public, location: place) { request in
            recorder.note(request, of: "Shop", to: .call, "/bank/pay", [], answer)
            if case .success(.page) = answer { return .done }
            return (try? answer.get()) ?? .done
        }
        try board.register([stub], owner: "stubs")
        _ = try await board.call(url, origin: origin)
    }

    private static func text(in folder: TemporaryFolder) throws -> String {
        try String(contentsOfFile: folder.path("Shop.json"), encoding: .utf8)
    }
}
