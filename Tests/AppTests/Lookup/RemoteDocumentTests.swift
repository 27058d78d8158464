import Foundation
import ModuleKit
import TestSupport
import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `The document about remotes` {
    /// The JSON blocks of the document, in order.
    private static let blocks: [String] = {
        let text =
            (try? String(contentsOfFile: Checkout.path + "/Documentation/RemoteLookup.md", encoding: .utf8)) ?? ""
        return text.components(separatedBy: "```json\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    }()

    private static func blocks(with key: String) -> [String] {
        blocks.filter { block in
            let object = try? JSONSerialization.jsonObject(with: Data(block.utf8)) as? [String: Any]
            return object?[key] != nil
        }
    }

    @Test func `every JSON block of the document about remotes has a known form`() {
        let known = ["kind", "remotes", "answers"].flatMap(Self.blocks(with:))
        #expect(Set(known) == Set(Self.blocks))
        #expect(Self.blocks.count == 9)
    }

    @Test func `the document about remotes shows every kind of answer, and each can be read`() throws {
        let blocks = Self.blocks(with: "kind")
        let kinds = try blocks.map(Self.kind)
        #expect(kinds == ["web", "redirect", "page", "module", "gone", "denied", "table"])
        let answers = try blocks.map { try Resolution(json: Array($0.utf8), from: "document") }
        #expect(Set(answers.map(\.words)).count == answers.count)
    }

    @Test func `the schema of an answer lists the kinds in the document`() throws {
        let file = URL(filePath: Checkout.path + "/Examples/RemoteServer/answer.schema.json")
        let schema = try #require(JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: Any])
        let kind = (schema["properties"] as? [String: Any])?["kind"] as? [String: Any]
        let kinds = try Self.blocks(with: "kind").map { try Self.kind(of: $0) }
        #expect(kind?["enum"] as? [String] == kinds)
    }

    @Test func `the tables and lists in the document about remotes can be read`() throws {
        for block in Self.blocks(with: "answers") where !Self.blocks(with: "kind").contains(block) {
            _ = try LookupTable(json: Array(block.utf8), name: "document")
        }
        for block in Self.blocks(with: "remotes") {
            try TemporaryFolder.with { folder in
                let file = try folder.write(block, to: "remotes.json")
                #expect(try LookupConfiguration(remotes: [file]).resolvers().count == 2)
            }
        }
    }

    @Test func `every answer file of the example server can be read`() throws {
        let folder = Checkout.path + "/Examples/RemoteServer/answers"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 5)
        for name in names {
            let url = try #require(name.dropLast(".json".count).removingPercentEncoding)
            #expect(throws: Never.self) { try RouteURL(parsing: url) }
            let json = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
            #expect(throws: Never.self) { try Resolution(json: Array(json), from: name) }
        }
    }

    private static func kind(of block: String) throws -> String {
        let object = try JSONSerialization.jsonObject(with: Data(block.utf8)) as? [String: Any]
        return object?["kind"] as? String ?? ""
    }
}
