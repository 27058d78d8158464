@_spi(Host) import HostKit
@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `A check of contracts against routes` {
    /// Routes, services, interceptors and rewrites, as `routes --json --schema` writes them.
    private static let routes = """
        {"routes":[{"verb":"call","pattern":"/coupons/redeem","access":"modules","owner":"Coupons","input":"Ticket",\
        "value":"Bill","schema":{"parameters":{"type":"object","properties":{},"required":[]},"body":{"type":"object",\
        "required":["code"],"properties":{"code":{"type":"integer"},"note":{"type":"string"},"kind":{"type":"string",\
        "enum":["flat","share"]}}},"value":{"type":"object","required":["amount"],\
        "properties":{"amount":{"type":"integer"},"until":{"type":"string"},"kind":{"type":"string","enum":["flat",\
        "share"]}}}}},{"verb":"open","pattern":"/coupons/:id","access":"public","owner":"Coupons","input":"Choice",\
        "schema":{"parameters":{"type":"object","required":["id","rent"],"properties":{"id":{"type":"integer"},\
        "rent":{"type":"integer"}}}}},{"verb":"call","pattern":"/coupons/own","access":"internal","owner":"Coupons",\
        "value":"Int","schema":{"parameters":{"type":"object","properties":{},"required":[]},\
        "value":{"type":"integer"}}},{"verb":"call","pattern":"/coupons/changes","access":"modules","owner":"Coupons",\
        "value":"Int","form":"stream","schema":{"parameters":{"type":"object","properties":{},"required":[]},\
        "value":{"type":"integer"}}},{"verb":"call","pattern":"/coupons/any","access":"modules","owner":"Coupons",\
        "value":"Any","schema":{"parameters":{"type":"object","properties":{},"required":[]},"value":{}}},\
        {"verb":"call","pattern":"/coupons/raw","access":"modules","owner":"Coupons","value":"Int",\
        "schema":{"parameters":{"type":"object","properties":{},"required":[]},"value":{"type":"integer"}}},\
        {"verb":"call","pattern":"/coupons/idle","access":"modules","owner":"Coupons","value":"Int"},{"verb":"call",\
        "pattern":"/coupons/forget","access":"modules","owner":"Coupons","schema":{"parameters":{"type":"object",\
        "properties":{},"required":[]}}},{"verb":"call","pattern":"/boats/all","access":"modules","owner":"Boats",\
        "value":"[Boat]","labels":[{"name":"map.homes"}],"schema":{"parameters":{"type":"object","properties":{},\
        "required":[]},"value":{"type":"array","items":{"type":"object","required":["title"],\
        "properties":{"title":{"type":"string"}}}}}},{"verb":"call","pattern":"/tickets/:code","access":"modules",\
        "owner":"Tickets","schema":{"parameters":{"type":"object","required":["code"],\
        "properties":{"code":{"type":"string"}}}}},{"verb":"call","pattern":"/tickets/redeem","access":"modules",\
        "owner":"Tickets","schema":{"parameters":{"type":"object","properties":{},"required":[]}}},{"verb":"call",\
        "pattern":"/tickets/redeems","access":"modules","owner":"Tickets","schema":{"parameters":{"type":"object",\
        "properties":{},"required":[]}}},{"verb":"call","pattern":"/tickets/:code/:part","access":"modules",\
        "owner":"Tickets","schema":{"parameters":{"type":"object","required":["code","part"],\
        "properties":{"code":{"type":"string"},"part":{"type":"string"}}}}},{"verb":"call",\
        "pattern":"/tickets/:code/owner","access":"modules","owner":"Tickets","schema":{"parameters":{"type":"object",\
        "required":["code"],"properties":{"code":{"type":"string"}}}}},{"verb":"call","pattern":"/letters/inbox",\
        "access":"modules","owner":"Messages","labels":[{"name":"needs-login"}],\
        "schema":{"parameters":{"type":"object","properties":{},"required":[]}}},{"verb":"open",\
        "pattern":"/messages/write","access":"public","owner":"Messages","schema":{"parameters":{"type":"object",\
        "properties":{},"required":[]}}}]}
        {"services":[{"name":"coupon-book","version":"2.1.0","owner":"Coupons","type":"Coupons.Book"}]}
        {"interceptors":[{"name":"Account.session","owner":"Account","label":"needs-login","patterns":[],\
        "missing":[]}]}
        {"interceptors":[{"name":"Account.vip","owner":"Account","patterns":["/tickets/vip"],"missing":[]}]}
        {"rewrites":[{"pattern":"/letters","target":"/messages/write","owner":"Messages","deprecation":"2026-12-31"}]}
        """

    private static func object(_ properties: String, _ required: String = "") -> String {
        #"{"type":"object","properties":{\#(properties)},"required":[\#(required)]}"#
    }

    private static let good = #""body":\#(object(#""code":{"type":"integer"}"#, #""code""#)),"#
    private static let text = #"{"type":"string"}"#

    /// A request in a contract, the details that its tests recorded, and the findings.
    static let rows: [(ask: String, seen: String, findings: [String])] = [
        // Requests that fit.
        ("call app://tickets/redeem", "", []), ("call app://tickets/redeems", "", []),
        ("call app://coupons/redeem", good + #""value":\#(object(#""amount":{"type":"integer"}"#, #""amount""#))"#, []),
        ("call app://coupons/redeem", good + #""value":\#(object(#""amount":{"type":"number"}"#, #""amount""#))"#, []),
        ("open app://coupons/:id?rent", #""url":"app://coupons/7?rent=4200""#, []),
        ("call app://coupons/changes", #""form":"stream""#, []),
        // pact-jvm#546: an empty list in a stub does not describe the elements.
        (
            "call app://boats/all", #""value":{"type":"array"}"#,
            ["unsure    …: the value's [] is unknown: each list in the tests was empty; add an element (Boats)"]
        ),
        ("call app://yachts/all", #""labels":["map.homes"],"value":{"type":"array","items":{}}"#, []),
        // A value with two forms, as a test of errors records it: one of them has another type, and the other fits.
        (
            "call app://coupons/own", #""origin":"external","value":{"anyOf":[{"type":"integer"},\#(text)]}"#,
            [
                "breaking  …: its access is internal, and an external caller asks (Coupons)"
            ]
        ),
        // An unknown URL, a removed module, a wrong verb, access.
        (
            "open app://messagse/write", "",
            [
                "breaking  Checkout uses open app://messagse/write: no module has it (/messages/write: segment 1 "
                    + "is "
                    + "\"messagse\", expected \"messages\"); did you mean app://messages/write?"
            ]
        ),
        (
            "open app://yachts/7/deck/plan", "",
            [
                "breaking  Checkout uses open app://yachts/7/deck/plan: no module has it; list the routes with "
                    + "`routes`"
            ]
        ),
        ("open app://coupons/redeem", "", ["breaking  …: Coupons answers call, not open"]),
        ("call app://coupons/own", "", ["breaking  …: its access is internal, and module Checkout asks (Coupons)"]),
        (
            "call app://coupons/redeem", good + #""origin":"external""#,
            ["breaking  …: its access is modules, and an external caller asks (Coupons)"]
        ),
        // The value.
        (
            "call app://coupons/redeem",
            good + #""value":\#(object(#""discount":{"type":"integer"}"#, #""discount""#))"#,
            ["breaking  …: the value's discount is gone (Coupons)"]
        ),
        (
            "call app://coupons/redeem", good + #""value":\#(object(#""amount":\#(text)"#, #""amount""#))"#,
            ["breaking  …: the value's amount was string and is integer (Coupons)"]
        ),
        (
            "call app://coupons/redeem", good + #""value":\#(object(#""until":\#(text)"#, #""until""#))"#,
            ["breaking  …: the value's until may be absent now (Coupons)"]
        ),
        (
            "call app://coupons/redeem",
            good + #""value":\#(object(#""kind":{"type":"string","enum":["flat"]}"#))"#,
            ["breaking  …: the value's kind was one of flat and is one of flat, share (Coupons)"]
        ),
        (
            "call app://coupons/changes", #""value":{"type":"integer"}"#,
            [
                "breaking  …: its answer was a value and is a stream (Coupons)"
            ]
        ),
        ("call app://coupons/forget", #""value":{"type":"integer"}"#, ["breaking  …: it returns nothing (Coupons)"]),
        // The body.
        ("call app://coupons/redeem", "", ["breaking  …: the body's code is new, and required (Coupons)"]),
        (
            "call app://coupons/redeem", #""body":\#(object(#""code":{"type":"integer"}"#))"#,
            ["breaking  …: the body's code is required now (Coupons)"]
        ),
        (
            "call app://coupons/redeem", #""body":\#(object(#""code":\#(text)"#, #""code""#))"#,
            ["breaking  …: the body's code was string and is integer (Coupons)"]
        ),
        (
            "call app://coupons/redeem",
            #""body":\#(object(#""code":{"type":"integer"},"kind":{"type":"string","enum":["gift"]}"#, #""code""#))"#,
            ["breaking  …: the body's kind was one of gift and is one of flat, share (Coupons)"]
        ),
        (
            "call app://coupons/redeem", #""body":{"type":"array","items":{}}"#,
            [
                "breaking  …: the body's type was array and is object (Coupons)"
            ]
        ),
        // The parameters.
        (
            "open app://coupons/:id?rent", #""url":"app://coupons/spring?rent=4200""#,
            [#"breaking  …: the parameter id was "spring", expected integer (Coupons)"#]
        ),
        (
            "open app://coupons/:id?rent", #""url":"app://coupons/7?rent=much""#,
            [#"breaking  …: the parameter rent was "much", expected integer (Coupons)"#]
        ),
        (
            "open app://coupons/:id", #""url":"app://coupons/7""#,
            ["breaking  …: the parameter rent is new, and required (Coupons)"]
        ),
        // A typing error that a parameter matches, a value that does not look like an error, and a segment that the
        // stub leaves open.
        (
            "call app://tickets/redem", "",
            ["unsure    …: /tickets/:code takes it; did the test mean /tickets/redeem?"]
        ),
        (
            "call app://tickets/A7/ower", "",
            ["unsure    …: /tickets/:code/:part takes it; did the test mean /tickets/:code/owner?"]
        ),
        ("call app://tickets/ABC123", "", []),
        ("call app://tickets/:code", #""url":"app://tickets/redem""#, []),
        (
            "call app://coupons/redem", "",
            [
                "unsure    …: /coupons/:id takes it; did the test mean /coupons/redeem?",
                "breaking  …: Coupons answers open, not call",
            ]
        ),
        // A request by label is compared with the routes that have the label, even if another route matches its URL.
        ("call app://coupons/7", #""labels":["map.homes"],"value":{"type":"array","items":{}}"#, []),
        ("call app://coupons/7", #""labels":["map.homes"],"form":"stream""#, []),
        (
            "call app://yachts/all",
            #""labels":["map.homes"],"value":{"type":"array","items":\#(object(#""length":\#(text)"#, #""length""#))}"#,
            ["breaking  …: the value's [].length is gone (Boats's /boats/all)"]
        ),
        ("call app://yachts/all", #""labels":["map.piers"]"#, ["unsure    …: no route has the label map.piers"]),
        // Differences that schemas cannot decide.
        (
            "open app://letters", "",
            ["unsure    …: it leads to app://messages/write by Messages's rewrite /letters"]
        ),
        (
            "call app://coupons/redeem",
            #""body":\#(object(#""code":{"type":"integer"},"nota":\#(text)"#, #""code","nota""#))"#,
            ["unsure    …: the body's nota is gone (Coupons)"]
        ),
        (
            "call app://coupons/redeem",
            #""body":\#(object(#""code":{"type":"integer"},"kind":\#(text)"#, #""code""#))"#,
            ["unsure    …: the body's kind was string and is one of flat, share (Coupons)"]
        ),
        (
            "call app://coupons/any", #""value":{"type":"integer"}"#,
            [
                "unsure    …: the value's type was integer and is not in the route's types (Coupons)"
            ]
        ),
        (
            "call app://coupons/raw", #""body":{"type":"integer"}"#,
            [
                "unsure    …: its types do not describe a body (Coupons)"
            ]
        ),
        (
            "call app://coupons/idle", #""value":{"type":"integer"}"#,
            [
                "unsure    …: its types are not known; start its module, or write the list with --schema (Coupons)"
            ]
        ),
    ]

    @Test(arguments: rows) func `each kind of drift of a request is reported, and a request that fits is not`(
        _ row: (ask: String, seen: String, findings: [String])
    ) throws {
        let findings = try findings(#"{"module":"Checkout","asks":{"\#(row.ask)":{\#(row.seen)}}}"#)
        let start = "Checkout uses \(row.ask.prefix { $0 != "?" })"
        #expect(
            findings.map(\.text) == row.findings.map { $0.replacing("…:", with: start + ":") })
    }

    /// Sections of the checked contract, sections of the contract of Coupons or Messages, and the findings.
    static let channels: [(own: String, others: String, findings: [String])] = [
        // Services: one that fits, and each kind of drift.
        (#""services":{"coupon-book":{"type":"Coupons.Book","versions":["2.0.0..<3.0.0"]}}"#, "", []),
        (
            #""services":{"coupon-boook":{"versions":["2.0.0..<3.0.0"]}}"#, "",
            ["breaking  … service coupon-boook: no module offers it; did you mean coupon-book?"]
        ),
        (
            #""services":{"coupon-book":{"versions":["1.0.0..<2.0.0"]}}"#, "",
            [
                "breaking  … service coupon-book: the tests used [1.0.0,2.0.0), but modules offer Coupons's "
                    + "coupon-book 2.1.0; "
                    + "use that version"
            ]
        ),
        (
            #""services":{"coupon-book":{"type":"Own.Book","versions":["2.0.0..<3.0.0"]}}"#, "",
            [
                "breaking  … service coupon-book: Coupons's coupon-book 2.1.0 has the type Coupons.Book, but was "
                    + "used as "
                    + "Own.Book"
            ]
        ),
        // Events.
        (
            #""events":{"coupons.sold":{"value":{"type":"integer"}}}"#,
            #""published":{"coupons.sold":{"value":{"type":"integer"}}}"#, []
        ),
        (
            #""events":{"coupons.sold":{}}"#, #""published":{"coupons.sole":{}}"#,
            ["breaking  … event coupons.sold: no contract publishes it; did you mean coupons.sole?"]
        ),
        (
            #""events":{"coupons.sold":{}}"#, #""published":{"homes.let":{}}"#,
            ["unsure    … event coupons.sold: no contract publishes it; ask its owner"]
        ),
        (
            #""events":{"coupons.sold":{}},"reviewed":{"events coupons.sold":{"owners":["Coupons"]}}"#, "", []
        ),
        (
            #""events":{"coupons.sold":{}},"reviewed":{"events coupons.sold":{"owners":["Coupons"]}}"#,
            #""published":{"homes.let":{}}"#,
            ["breaking  … event coupons.sold: no contract publishes it, but Coupons did; ask its owner"]
        ),
        (
            #""events":{"coupons.sold":{"value":{"type":"integer"}}}"#,
            #""published":{"coupons.sold":{"value":{"type":"string"}}}"#,
            ["breaking  … event coupons.sold: the value's type was integer and is string (Coupons)"]
        ),
        // Labels.
        (#""labels":{"map.homes":{}}"#, "", []),
        (
            #""labels":{"map.home":{}}"#, "",
            ["breaking  … label map.home: no route has it; did you mean map.homes?"]
        ),
        (
            #""labels":{"map.homes":{}},"reviewed":{"labels map.homes":{"routes":["Rent's call /rent/all"]}}"#, "",
            ["breaking  … label map.homes: Rent's call /rent/all no longer has it"]
        ),
        // The routes that answered at the review.
        (
            #""asks":{"open app://messages/write":{}},"reviewed":{"asks open app://messages/write":"#
                + #"{"owner":"Messages","pattern":"/messages/write","guards":[]}}"#, "", []
        ),
        (
            #""asks":{"open app://messages/write":{}},"reviewed":{"asks open app://messages/write":"#
                + #"{"owner":"Mail","pattern":"/messages/:verb","guards":[]}}"#, "",
            [
                "unsure    … open app://messages/write: Messages's open /messages/write answers it now, not Mail's "
                    + "/messages/:verb"
            ]
        ),
        (
            #""asks":{"call app://letters/inbox":{}},"reviewed":{"asks call app://letters/inbox":"#
                + #"{"owner":"Messages","pattern":"/letters/inbox","guards":[]}}"#, "",
            [
                "breaking  … call app://letters/inbox: the interceptor Account.session covers it now and may refuse "
                    + "it; "
                    + "test with this interceptor"
            ]
        ),
        // An interceptor that covers one URL of the route.
        (
            #""asks":{"call app://tickets/a":{}},"reviewed":{"asks call app://tickets/a":"#
                + #"{"owner":"Tickets","pattern":"/tickets/:code","guards":[]}}"#, "", []
        ),
        (
            #""asks":{"call app://tickets/vip":{}},"reviewed":{"asks call app://tickets/vip":"#
                + #"{"owner":"Tickets","pattern":"/tickets/:code","guards":[]}}"#, "",
            [
                "breaking  … call app://tickets/vip: the interceptor Account.vip covers it now and may refuse it; "
                    + "test with this interceptor"
            ]
        ),
        (
            #""asks":{"call app://boats/cash":{"value":{"type":"array","items":{"type":"object","required":["title"],"#
                + #""properties":{"title":{"type":"string"}}}}}},"reviewed":{"asks call app://boats/cash":"#
                + #"{"owner":"Boats","pattern":"/boats/cash","guards":[]}}"#, "",
            [
                "breaking  … call app://boats/cash: no module has it (/boats/all: segment 2 is \"cash\", expected "
                    + "\"all\"); "
                    + "Boats's call /boats/all has the same type; ask it instead"
            ]
        ),
        // Awaited answers, elements of streams and errors.
        (
            #""asks":{"open app://messages/write":{"awaited":{"type":"integer"}}}"#,
            #""answers":{"open app://messages/write":{"value":{"type":"string"}}}"#,
            [
                "breaking  … open app://messages/write: the answer's type was integer and is string "
                    + "(Messages's open /messages/write)"
            ]
        ),
        (
            #""asks":{"call app://coupons/changes":{"form":"stream","value":{"type":"string"}}}"#, "",
            ["breaking  … call app://coupons/changes: the value's type was string and is integer (Coupons)"]
        ),
        (
            #""asks":{"open app://messages/write":{"errors":["MessageError.lost","Offline"]}}"#,
            #""answers":{"open app://messages/write":{"errors":["MessageError.gone"]}}"#,
            [
                "unsure    … open app://messages/write: the owner's tests saw MessageError.gone, not MessageError.lost "
                    + "(Messages's open /messages/write)"
            ]
        ),
    ]

    @Test(arguments: channels.indices) func `services, events, labels and answers are reported only if they drift`(
        _ index: Int
    ) throws {
        let row = Self.channels[index]
        let asks = row.own.contains(#""asks""#) ? "" : #""asks":{},"#
        let other = row.own.contains("messages") ? "Messages" : "Coupons"
        let text = #"{"module":"Checkout",\#(asks)\#(row.own)}"#
        let others = row.others.isEmpty ? [] : [#"{"module":"\#(other)","asks":{},\#(row.others)}"#]
        #expect(
            try findings(text, beside: others).map(\.text)
                == row.findings.map { $0.replacing("…", with: "Checkout uses") })
    }

    @Test(arguments: [
        "", "[]", #"{"module":"Checkout"}"#, #"{"module":"Checkout","asks":{"app://a":{}}}"#,
        #"{"module":"Checkout","asks":{},"events":[]}"#, #"{"module":"Checkout","asks":{},"events":{"e":7}}"#,
        #"{"module":"Checkout","asks":{},"format_version":1.1}"#,
    ])
    func `a file that is not a contract is refused as a usage error`(_ text: String) {
        let error = #expect(throws: Failure.self) { try findings(text) }
        #expect(error?.message.contains("contract.json is not a contract: ") == true)
        #expect(error?.exitCode == .usage)
    }

    /// The findings for a contract that is checked together with other contracts.
    private func findings(_ text: String, beside others: [String] = []) throws -> [RouteChange] {
        try TemporaryFolder.with { folder in
            try folder.write(text, to: "contract.json")
            let files = try ContractCheck.files([folder.path("contract.json")])
            var check = try ContractCheck(RouteList(Array(Self.routes.utf8), path: "routes.jsonl"), ownHosts: [])
            check.contracts = try others.map { try #require(ContractFile(Array($0.utf8))) } + files.map(\.contract)
            return try files.flatMap { try check.findings(in: $0.contract, $0.path) }
        }
    }
}
