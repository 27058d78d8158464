import Foundation
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A façade of a running module` {
    /// A request of Visitor through the façade of Gallery, with values as they are written in a URL, and the answer.
    static let rows: [(request: String, answer: String)] = [
        ("int", #"["n=-9223372036854775808","u=18446744073709551615","d=-1.5e-07","b=true"]"#),
        (
            "text?value=a%2Fb%20c%25%3F%23%2B%E5%8C%97%E4%BA%AC",
            #"["id=00000000-0000-0000-0000-00000000000f","slug=a-b","plate=Plate","any=a/b c%?#+北京"]"#
        ),
        ("one", #"["in=north","in=2","in=a/b","in=self"]"#),
        ("file?value=a%2F.json%20", #"["name=a/.json "]"#),
        ("the", #"["a=1","b=x","a=2","b=y"]"#),
        ("rest?value=a%2Fb%20%25%2F%E5%8C%97", #"["path=a/b %25/北","path=","path=a/b %25/北"]"#),
        (
            "names",
            #"["for=1","inout=2","body=3","type=4","context=5","as=6","route=7","parameters=8","q=9","&==%","#
                + #""2=1","query=2","options=3","awaiting=4","let=5"]"#
        ),
        ("chinese?value=%E5%90%8D%20%2F", #"["名字=名 /"]"#),
        ("values", "[7,7,2]"),
        (
            "frame",
            #"[{"isGilt":true,"number":4,"size":"XL","width":1.5},{"isGilt":false,"number":5,"size":"self"}]"#
        ),
        ("curator", #""the curator Lin""#), ("streams", "[1,2,3,1]"),
        ("typed", #"["é &","XL","8",null]"#),
    ]

    @Test func `a façade compiles without a warning, in the project's style, and keeps every value`() async throws {
        try await TemporaryFolder.with { folder in
            try await PluginCompiler.strict(
                ["\(Checkout.path)/Tests/Fixtures/Plugins/Gallery.swift"], as: "Gallery", in: folder.path)
            let written = try HostProcess.run("--modules", folder.path, "routes", "--swift", "Gallery")
            #expect(written.exitCode == 0)
            #expect(written.errors.isEmpty)
            let facade = try folder.write(written.output, to: "GalleryRoutes.swift")
            let lint = try await PluginCompiler.lint(facade)
            #expect(lint.exitCode == 0, "\(lint.errors)")
            try await PluginCompiler.strict(
                [facade, "\(Checkout.path)/Tests/Fixtures/Plugins/Visitor.swift"], as: "Visitor", in: folder.path)
            try Self.ask(in: folder.path)
        }
    }

    private static func ask(in folder: String) throws {
        let script = rows.map { "call app://visitor/\($0.request)\n" }.joined()
        let answers = try HostProcess.run("--modules", folder, "--json", "-f", "-", input: script)
        #expect(answers.lines == rows.map { #"{"format_version":"1.0","value":\#($0.answer)}"# })
        #expect(answers.errors.isEmpty)
        let page = try HostProcess.run("--modules", folder, "open", "app://visitor/page")
        #expect(
            page.lines.dropFirst(2) == [
                "  [1] Detail  app://gallery/42", "  [2] Picked  app://gallery/pick/7?isGilt=true", "yes", "yes",
            ])
        #expect(try HostProcess.run("--modules", folder, "open", "app://visitor/open").lines.first == "42")
        for value in ["", ".."] {
            let refused = try HostProcess.run("--modules", folder, "call", "app://visitor/chinese?value=\(value)")
            #expect(refused.exitCode == 1)
            #expect(refused.errors.contains("not a URL: \"\(value)\" cannot be a value"))
        }
    }

    @Test func `the façades in the repository equal the output of routes --swift`() throws {
        try TemporaryFolder.with { folder in
            let files = Checkout.swiftFiles(below: "Sources/ModuleRoutes").filter { $0.hasSuffix("Routes.swift") }
            let names = files.map { String($0.split(separator: "/").last?.dropLast("Routes.swift".count) ?? "") }
            try PluginCompiler.package("CouponInterface", in: folder.path)
            for plugin in Checkout.folders(in: "Plugins") where names.contains(plugin) {
                try PluginCompiler.package(plugin, linking: "CouponInterface", in: folder.path)
            }
            #expect(files.count >= 2)
            for (file, name) in zip(files, names) {
                let written = try HostProcess.run("--modules", folder.path, "routes", "--swift", name)
                let kept = try String(contentsOfFile: file, encoding: .utf8)
                #expect(written.output == kept, "\(file) is not what the host writes; run `make facades`")
            }
        }
    }

    static let refusals: [(arguments: [String], exitCode: Int32, says: String)] = [
        (["--json", "routes", "--swift"], 64, "--swift and --json exclude each other"),
        (["routes", "--swift", "--json", "Rent"], 64, "--swift and --json exclude each other"),
        (["routes", "--swift=Rent"], 64, "the option does not take a value"),
        (
            ["routes", "--swift", "Nobody"], 1,
            "no module Nobody runs; name one of \(Checkout.modules.joined(separator: ", "))"
        ),
        (["routes", "rent"], 1, "no module rent runs; name one of \(Checkout.modules.joined(separator: ", "))"),
    ]

    @Test(arguments: refusals) func `wrong arguments for façades are refused in one line`(
        _ row: (arguments: [String], exitCode: Int32, says: String)
    ) throws {
        let host = try ChildProcess.run(
            BuildProducts.path("switchboard"), row.arguments,
            environment: HostProcess.environment)
        #expect(host.exitCode == row.exitCode)
        #expect(host.output.isEmpty)
        #expect(host.errorLines.count == 1)
        #expect(host.errors.contains(row.says))
    }

    @Test func `a façade is written for all modules or for the named ones, in alphabetical order`() throws {
        let types = { (arguments: [String]) in
            try ChildProcess.run(
                BuildProducts.path("switchboard"), arguments,
                environment: HostProcess.environment
            ).lines.filter { $0.hasPrefix("public enum ") }.map { $0.dropFirst(12).prefix { $0 != " " } }
        }
        #expect(try types(["routes", "--swift"]) == Checkout.modules.map { "\($0)Routes" })
        #expect(try types(["routes", "Rent", "--swift", "Account", "Rent"]) == ["AccountRoutes", "RentRoutes"])
    }

    @Test func `routes --json has the names and types that façades use`() throws {
        let routes = try HostProcess.run("routes", "Rent", "--json")
        // The line of the declaration is left out.
        let output = routes.output.replacing(/"line":[0-9]+,/, with: "")
        let detail =
            #"{"access":"public","file":"Rent/RentModule.swift","input":"HomeReference","#
            + #""labels":[{"name":"team","text":"team-rent"}],"name":"detail","owner":"Rent","pattern":"/rent/:id","#
            + #""verb":"open"}"#
        let search =
            #"{"access":"modules","file":"Rent/RentModule.swift","input":"HomeQuery","#
            + #""labels":[{"name":"team","text":"team-rent"}],"owner":"Rent","pattern":"/rent/search","#
            + #""value":"[Home]","verb":"call"}"#
        #expect(output.contains(detail))
        #expect(output.contains(search))
        #expect(!routes.output.contains("Account"))
    }
}
