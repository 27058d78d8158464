import Foundation
import TestSupport
import Testing

/// Shop (Tests/Fixtures/Plugins/Shop.swift) drifts from the contract that Buyer's tests recorded.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A module that drifts from contracts` {
    private static let item =
        #"{"type":"object","properties":{"id":{"type":"integer"},"title":{"type":"string"},"#
        + #""kind":{"type":"string","enum":["chair","lamp"]},"size":{"type":"integer","enum":[1,2]}},"#
        + #""required":["id","kind","size","title"]}"#

    private static let buyer =
        #"{"format_version":"1.1","module":"Buyer","asks":{"call app://shop/item/:id":{"url":"app://shop/item/7","#
        + #""value":\#(item)},"#
        + #""call app://shop/order {}":{"url":"app://shop/order","body":{"type":"object","#
        + #""properties":{"item":{"type":"integer"}},"#
        + #""required":["item"]},"value":{"type":"integer"}},"#
        + #""call app://shop/list?city":{"url":"app://shop/list?city=Bath","value":{"type":"array","items":\#(item)}},"#
        + #""call app://shop/prices":{"form":"stream","value":{"type":"integer"}},"#
        + #""open app://shop/choose":{"awaited":{"type":"integer"},"errors":["ShopError.closed"]}},"#
        + #""services":{"shop-till":{"versions":["1.0.0..<2.0.0"],"type":"Swift.String"}},"#
        + #""events":{"shop.sold":{"value":{"type":"object","properties":{"id":{"type":"integer"}},"#
        + #""required":["id"]}}},"#
        + #""labels":{"map.pin":{}}}"#

    private static let shop =
        #"{"format_version":"1.1","module":"Shop","asks":{},"answers":{"open "#
        + #"app://shop/choose":{"value":{"type":"integer"},"#
        + #""errors":["ShopError.closed"]}},"published":{"shop.sold":{"value":{"type":"object","#
        + #""properties":{"id":{"type":"integer"}},"required":["id"]}}}}"#

    /// A drift of Shop's code, and the finding.
    static let drifts: [(drift: String, finds: String)] = [
        (
            "value field renamed",
            "breaking  Buyer uses call app://shop/item/:id: the value's id is gone (Shop 1.0.0)"
        ),
        (
            "value field retyped",
            "breaking  Buyer uses call app://shop/item/:id: the value's id was integer and is string"
        ),
        (
            "value field optional",
            "breaking  Buyer uses call app://shop/item/:id: the value's id may be absent now"
        ),
        (
            "value case added",
            "breaking  Buyer uses call app://shop/item/:id: the value's kind was one of chair, lamp and is one of "
                + "lamp, chair, sofa"
        ),
        (
            "value number added",
            "breaking  Buyer uses call app://shop/item/:id: the value's size was one of 1, 2 and is one of 1, 2, 3"
        ),
        (
            "value is a list",
            "breaking  Buyer uses call app://shop/item/:id: the value's type was object and is array"
        ),
        ("value gone", "breaking  Buyer uses call app://shop/item/:id: "),
        (
            "value is a stream",
            "breaking  Buyer uses call app://shop/item/:id: its answer was a value and is a stream"
        ),
        ("path renamed", "Shop's call /shop/article/:id<int> has the same type; ask it instead"),
        (
            "access narrowed",
            "breaking  Buyer uses call app://shop/item/:id: its access is internal, and module Buyer asks"
        ),
        ("parameter narrowed", "breaking  Buyer uses call app://shop/item/:id: no module has it"),
        (
            "body field added",
            "breaking  Buyer uses call app://shop/order: the body's address is new, and required"
        ),
        (
            "body field retyped",
            "breaking  Buyer uses call app://shop/order: the body's item was integer and is string"
        ),
        (
            "body field renamed",
            "breaking  Buyer uses call app://shop/order: the body's article is new, and required"
        ),
        (
            "query retyped",
            "breaking  Buyer uses call app://shop/list: the parameter city was \"Bath\", expected integer"
        ),
        (
            "elements retyped",
            "breaking  Buyer uses call app://shop/prices: the value's type was integer and is string"
        ),
        (
            "page is a call",
            "breaking  Buyer uses open app://shop/choose: Shop 1.0.0 answers call, not open"
        ),
        ("route gone", "breaking  Buyer uses open app://shop/choose: no module has it"),
        ("label gone", "breaking  Buyer uses label map.pin: Shop's call /shop/pins no longer has it"),
        ("label renamed", "breaking  Buyer uses label map.pin: Shop's call /shop/pins no longer has it"),
        ("guard added", "breaking  Buyer uses call app://shop/item/:id: the interceptor Shop.till covers it now"),
        (
            "guard label added",
            "breaking  Buyer uses call app://shop/item/:id: the interceptor Shop.members covers it now"
        ),
        (
            "rewrite added",
            "Buyer uses call app://shop/order: it leads to app://shop/list by Shop's rewrite /shop/order"
        ),
        ("service gone", "breaking  Buyer uses service shop-till: no module offers it"),
        (
            "service raised",
            "breaking  Buyer uses service shop-till: the tests used [1.0.0,2.0.0), but modules offer Shop's shop-till "
                + "2.0.0"
        ),
        (
            "service renamed",
            "breaking  Buyer uses service shop-till: no module offers it; did you mean shop-tills?"
        ),
        (
            "service retyped",
            "breaking  Buyer uses service shop-till: Shop's shop-till 1.0.0 has the type Swift.Int"
        ),
    ]

    /// A drift of Shop's contract: a text in it, the replacement, and the finding.
    static let published: [(text: String, other: String, finds: String)] = [
        (
            #""shop.sold""#, #""shop.sale""#,
            "breaking  Buyer uses event shop.sold: no contract publishes it, but Shop did"
        ),
        (
            #""published":{"shop.sold""#, #""published":{"shop.solds":{},"shop.x""#,
            "breaking  Buyer uses event shop.sold: no contract publishes it, but Shop did; did you mean "
                + "shop.solds?"
        ),
        (
            #"{"id":{"type":"integer"}},"required""#, #"{"id":{"type":"string"}},"required""#,
            "breaking  Buyer uses event shop.sold: the value's id was integer and is string (Shop)"
        ),
        (
            #""value":{"type":"integer"},"errors""#, #""value":{"type":"string"},"errors""#,
            "breaking  Buyer uses open app://shop/choose: the answer's type was integer and is string"
        ),
        (
            #"ShopError.closed"#, #"ShopError.away"#,
            "unsure    Buyer uses open app://shop/choose: the owner's tests saw ShopError.away, not ShopError.closed"
        ),
    ]

    /// Writes the contracts, reviews them with a Shop without drift, and runs the body.
    private static func with(_ body: (Stand) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                atPath: folder.path("Contracts"), withIntermediateDirectories: false)
            try folder.write(buyer, to: "Contracts/Buyer.json")
            try folder.write(shop, to: "Contracts/Shop.json")
            try PluginCompiler.swift("Shop.swift", as: "libShop.so", in: folder.path)
            let stand = Stand(folder: folder)
            #expect(try stand.run("", "contract", "review").exitCode == 0)
            try body(stand)
        }
    }

    private struct Stand {
        let folder: TemporaryFolder

        /// Changes the plugin's file but not its code.
        func extend() throws {
            let library = folder.path("libShop.so")
            let content = try Data(contentsOf: URL(filePath: library)) + [0]
            try content.write(to: URL(filePath: library), options: .atomic)
        }

        /// Runs the host with a drift; each drift has a separate cache of scans.
        func run(_ drift: String, _ words: String...) throws -> ChildProcess {
            let cache = folder.path("cache \(drift)")
            if !FileManager.default.fileExists(atPath: cache) { try HostProcess.putScans(into: cache) }
            return try ChildProcess.run(
                "/usr/bin/env",
                ["-C", folder.path, BuildProducts.path("switchboard"), "--no-remote"]
                    + (words.first == "module" ? [] : ["--modules", folder.path]) + words,
                environment: HostProcess.environment.merging([
                    "LC_SHOP_DRIFT": drift, "XDG_DATA_HOME": folder.path("data"),
                    "XDG_CACHE_HOME": cache,
                ]) { $1 })
        }
    }

    @Test func `contract check reports each drift with the entry that it affects`() throws {
        try Self.with { stand in
            #expect(try stand.run("", "contract", "check").output == "10 entries of 2 contracts fit\n")
            for row in Self.drifts {
                let host = try stand.run(row.drift, "contract", "check")
                #expect(host.output.contains(row.finds), "\(row.drift): \(host)")
                #expect(host.exitCode == (host.output.contains("breaking") ? 1 : 0), "\(row.drift): \(host)")
            }
            let text = try String(contentsOfFile: stand.folder.path("Contracts/Shop.json"), encoding: .utf8)
            for row in Self.published {
                #expect(text.contains(row.text), "\(row.text)")
                try stand.folder.write(text.replacing(row.text, with: row.other), to: "Contracts/Shop.json")
                let host = try stand.run("", "contract", "check")
                #expect(host.output.contains(row.finds), "\(row.other): \(host)")
            }
        }
    }

    @Test func `module install and module trust refuse a drift without --anyway`() throws {
        try Self.with { stand in
            let refused = try stand.run("value field renamed", "module", "install", "libShop.so")
            #expect(refused.exitCode == 3)
            #expect(
                refused.errors.contains(
                    "libShop.so was not installed, since it breaks Buyer: call app://shop/item/:id: the value's id is "
                        + "gone"
                ),
                "\(refused)")
            #expect(refused.errors.contains("; correct that, or add --anyway"), "\(refused)")
            #expect(
                try stand.run("service gone", "module", "install", "libShop.so").errors.contains(
                    "breaks Buyer: service"))
            #expect(
                try stand.run("label gone", "module", "install", "libShop.so").errors.contains("breaks Buyer: label"))
            // An unreadable contract does not turn off the others.
            try stand.folder.write("garbage{", to: "Contracts/Zz.json")
            let named = try stand.run("value gone", "module", "install", "libShop.so")
            #expect(named.exitCode == 3 && named.errors.contains("Contracts/Zz.json is not a contract"), "\(named)")
            try FileManager.default.removeItem(atPath: stand.folder.path("Contracts/Zz.json"))
            #expect(try stand.run("service gone", "module", "install", "--anyway", "libShop.so").exitCode == 0)
            // A module that replaces Shop lacks the routes of Shop.
            try PluginCompiler.swift("Probe.swift", as: "libProbe.so", in: stand.folder.path)
            let other = try stand.run("", "module", "install", "libProbe.so", "--replace", "Shop")
            #expect(other.exitCode == 3 && other.errors.contains("breaks Buyer: "), "\(other)")
            #expect(try stand.run("", "module", "uninstall", "Shop").exitCode == 0)
            #expect(try stand.run("", "module", "install", "libShop.so").exitCode == 0)
            try stand.extend()
            let trusted = try stand.run("value gone", "module", "trust", "Shop")
            #expect(trusted.exitCode == 3 && trusted.errors.contains("breaks Buyer: "), "\(trusted)")
            #expect(try stand.run("value gone", "module", "trust", "--anyway", "Shop").exitCode == 0)
        }
    }

    @Test func `module reload refuses a drift without --anyway, and watch reports it`() throws {
        try Self.with { stand in
            let environment = HostProcess.environment.merging([
                "LC_SHOP_DRIFT": "value field renamed", "XDG_CACHE_HOME": stand.folder.path("cache"),
                "XDG_DATA_HOME": stand.folder.path("data"),
            ]) { $1 }
            let shell = try TestSupport.Terminal(
                "/usr/bin/env",
                [
                    "-C", stand.folder.path, BuildProducts.path("switchboard"), "--no-remote", "--modules",
                    stand.folder.path,
                ], environment: environment, size: (200, 40))
            try shell.type("module start Shop\n")
            _ = try shell.read(until: "switchboard> ")
            try stand.extend()
            try shell.type("module reload Shop\n")
            _ = try shell.read(until: "Shop was not reloaded, since it breaks Buyer: call app://shop/item/:id")
            try shell.type("module reload --anyway Shop\n")
            _ = try shell.read(until: "runs as generation 2")
            try shell.type("watch .\n")
            _ = try shell.read(until: "watching")
            try stand.extend()
            _ = try shell.read(until: "Shop breaks Buyer: call app://shop/item/:id: the value's id is gone")
            try shell.quit()
        }
    }
}
