@_spi(Host) import ModuleTesting
import TestSupport
import Testing

@testable import App

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `The compilation of a façade` {
    /// The keywords of Swift, names that the generated source uses, and unusual names.
    private static let words =
        SwiftName.keywords.sorted() + [
            "Value", "String", "Int", "Self", "Any", "Type", "Protocol", "RouteURL", "QueryItems", "RequestError",
            "Feedback", "context", "query", "options", "body", "type", "route", "parameters", "awaiting", "rawValue",
            "allCases", "hashValue", "description", "2", "-", "é", "名", "_", "x_y",
        ]

    @Test func `a façade compiles with every keyword as a function, a label and a choice`() async throws {
        let choices = Self.words.joined(separator: ",")
        let source = try FacadeSample.source("Rent") {
            for word in Self.words {
                Open("/rent/\(word)") { _ in Page("") {} }
                Call("/rent/\(word)/:a<int>/:\(Self.isName(word) ? word : "b")") { _ in 1 }
            }
            Open("/rent/choice/:in<one(\(choices))>/:self<one(\(choices))>") { _ in Page("") {} }
        }
        try await Self.compile(source)
    }

    @Test func `a façade compiles with every keyword as a module's name`() async throws {
        let names = Self.words.filter {
            Self.isName($0) && $0.utf8.allSatisfy { $0 < 0x80 } && Int($0) == nil && $0 != "_"
        }
        let mediator = Switchboard(navigator: RecordingNavigator())
        for name in names { try mediator.register([Call("/\(name)/x") { _ in 1 }.route], owner: name) }
        let facades = Facade.all(of: names, routes: mediator.outlines)
        try await Self.compile(Facade.file(facades.map(\.facade), command: "switchboard"))
    }

    private static func isName(_ word: String) -> Bool { word != "-" }

    private static func compile(_ source: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(source + "\n", to: "Routes.swift")
            let lint = try await PluginCompiler.lint(file)
            #expect(lint.exitCode == 0, "\(lint.errors)")
            try await PluginCompiler.strict([file], as: "Caller", in: folder.path)
        }
    }
}
