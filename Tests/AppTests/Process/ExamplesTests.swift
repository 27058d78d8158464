import Foundation
import ModuleTesting
import Testing

/// The examples of a guide are parts of files that are compiled and tested.
@Suite(.timeLimit(.minutes(2))) struct `Examples in the documentation` {
    struct Example: Sendable, CustomTestStringConvertible {
        let file: String
        let lines: [String]
        var testDescription: String { "\(file): \(lines.first ?? "")" }
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardizedFileURL

    private static func lines(of file: String) throws -> [String] {
        try String(contentsOf: root.appending(path: file), encoding: .utf8).components(separatedBy: "\n")
    }

    /// Returns the Swift blocks of a guide, each with the path on the line before it.
    private static func examples(of guide: String) throws -> [Example] {
        let lines = try lines(of: guide)
        return lines.indices.filter { lines[$0] == "```swift" }.map { start in
            let file = start > 0 ? lines[start - 1].trimmingPrefix("`").replacing("`", with: "") : ""
            return Example(file: String(file), lines: Array(lines[(start + 1)...].prefix { $0 != "```" }))
        }
    }

    @Test(arguments: [
        ("Writing", 8), ("Services-Events-Labels", 11), ("Testing", 7), ("Mediation", 4), ("Pages", 4),
        ("Navigation", 3), ("MovingOver", 2), ("Network", 7), ("Storage", 4),
    ])
    func `the examples of a guide match the files that they name`(_ guide: String, least: Int) throws {
        let examples = try Self.examples(of: "Documentation/\(guide).md")
        #expect(examples.count >= least)
        for example in examples {
            let source = try Self.lines(of: example.file).map { $0.trimmingCharacters(in: .whitespaces) }
            let wanted = example.lines.map { $0.trimmingCharacters(in: .whitespaces) }
            let isThere = source.indices.contains { source[$0...].starts(with: wanted) }
            #expect(isThere, "\(example.testDescription)")
        }
    }

    @Test func `the conventions list each rule of the module check once`() throws {
        let page = try Self.lines(of: "Documentation/Conventions.md").filter { $0.contains("| check `") }
        let named = page.flatMap { line in
            (line.split(separator: "| check ").last ?? "").matches(of: /`([a-zA-Z]+)`/).map { String($0.output.1) }
        }
        #expect(Set(named) == Set(ModuleFault.Rule.allCases.map(\.rawValue)))
        #expect(named.count == Set(named).count)
    }
}
