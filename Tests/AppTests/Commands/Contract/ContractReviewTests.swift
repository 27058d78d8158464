import Foundation
@_spi(Host) import HostKit
@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(2))) struct `A review of contracts` {
    @Test func `a review keeps the note of an unanswered entry, and drops the note of a removed entry`() throws {
        try TemporaryFolder.with { folder in
            let file = folder.path("contract.json")
            let note = #"{"guards":[],"owner":"Boats","pattern":"/boats/:id"}"#
            try folder.write(
                #"{"module":"Checkout","asks":{"call app://rent/search":{},"open app://boats/1":{}},"#
                    + #""reviewed":{"asks open app://boats/1":\#(note),"asks open app://boats/2":\#(note)}}"#,
                to: "contract.json")
            let host = try HostProcess.run("contract", "review", file)
            #expect(host.exitCode == 0 && host.errors.contains("recorded who answers 1 of 2 entries"), "\(host)")
            let notes = try #require(ContractCheck.files([file]).first?.contract.sections["reviewed"])
            #expect(notes.keys.sorted() == ["asks call app://rent/search", "asks open app://boats/1"])
            #expect(notes["asks open app://boats/1"]?["owner"] == .string("Boats"))
        }
    }

    /// A service, members of its entry, its owners at the review, and the findings; Coupons offers coupon-book 2.1.0.
    static let services: [(name: String, members: String, owners: String, findings: [String])] = [
        ("coupon-book", "", "", []),
        ("coupon-book", "", #""Coupons""#, []),
        ("coupon-book", "", #""Coupons","Mall""#, ["unsure service coupon-book: Mall no longer offers it; others do"]),
        ("payment", #","optional":true"#, "", ["unsure service payment: no module offers it; ask its owner"]),
        ("payment", "", "", ["breaking service payment: no module offers it; ask its owner"]),
    ]

    @Test(arguments: services) func `a missing service is breaking, or unsure if optional or offered by another module`(
        _ row: (name: String, members: String, owners: String, findings: [String])
    ) throws {
        let offer = #"{"name":"coupon-book","version":"2.1.0","owner":"Coupons","type":"Book"}"#
        let routes = try RouteList(Array(#"{"routes":[],"services":[\#(offer)]}"#.utf8), path: "routes.json")
        let text =
            #"{"module":"Checkout","asks":{},"#
            + #""services":{"\#(row.name)":{"versions":["2.0.0..<3.0.0"]\#(row.members)}},"#
            + #""reviewed":{"services \#(row.name)":{"owners":[\#(row.owners)]}}}"#
        let contract = try #require(ContractFile(Array(text.utf8)))
        let findings = try ContractCheck(routes, ownHosts: []).findings(in: contract, "contract.json")
        let words = findings.map { "\($0.isBreaking ? "breaking" : "unsure") \($0.verb) \($0.pattern): \($0.change)" }
        #expect(words == row.findings)
    }

    @Test func `a review refuses a contract of a later format and leaves its file unchanged`() throws {
        try TemporaryFolder.with { folder in
            let text = #"{"format_version":"1.2","module":"Checkout","asks":{},"later":{"a":{}}}"#
            let file = try folder.write(text, to: "contract.json")
            let host = try HostProcess.run("contract", "review", file)
            #expect(host.exitCode == 64 && host.errors.contains("its version is 1.2"), "\(host)")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        }
    }
}
