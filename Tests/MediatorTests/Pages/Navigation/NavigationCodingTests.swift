import Foundation
import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A navigation command as JSON` {
    private static let page = Page("A") { Text("b") }
    private static let json = #"{"elements":[{"kind":"text","text":"b"}],"title":"A"}"#

    /// A command, and its JSON.
    static let rows: [(command: NavigationCommand, json: String)] = [
        (.push(page), #"{"command":"push","page":\#(json)}"#),
        (.present(page), #"{"command":"present","page":\#(json)}"#),
        (.replace(page), #"{"command":"replace","page":\#(json)}"#),
        (.root(page), #"{"command":"root","page":\#(json)}"#),
        (
            .push(page.asking("Leave?")),
            #"{"command":"push","page":{"elements":[{"kind":"text","text":"b"}],"leaveQuestion":"Leave?","title":"A"}}"#
        ),
        (.pop, #"{"command":"pop"}"#),
        (.popToRoot, #"{"command":"popToRoot"}"#),
        (.popTo(url: "app://a"), #"{"command":"popTo","url":"app://a"}"#),
        (.web(url: "https://a"), #"{"command":"web","url":"https://a"}"#),
        (.dismiss(value: nil), #"{"command":"dismiss"}"#),
        (.dismiss(value: Payload(["a": 1])), #"{"command":"dismiss","value":{"a":1}}"#),
        (.back(2), #"{"command":"back","count":2}"#),
        (.forward(1), #"{"command":"forward","count":1}"#),
        (.tab("租房"), #"{"command":"tab","name":"租房"}"#),
        (.tabs([Tab("X", url: "app://x")]), #"{"command":"tabs","tabs":[{"name":"X","url":"app://x"}]}"#),
        (
            .sequence([.popToRoot, .push(page)]),
            #"{"command":"sequence","commands":[{"command":"popToRoot"},{"command":"push","page":\#(json)}]}"#
        ),
        (NavigationCommand.unasked(.pop), #"{"asks":false,"command":"pop"}"#),
    ]

    @Test(arguments: rows) func `a navigation command has one form as JSON, and is decoded from it`(
        _ row: (command: NavigationCommand, json: String)
    ) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(row.command), as: UTF8.self) == row.json)
        #expect(try JSONDecoder().decode(NavigationCommand.self, from: Data(row.json.utf8)) == row.command)
    }

    @Test func `a navigation command as JSON leaves out an object value, and sets hasObject`() throws {
        struct Thing: Sendable {}
        let json = try JSONEncoder().encode(NavigationCommand.dismiss(value: Payload(object: Thing())))
        let found = try JSONDecoder().decode([String: JSON].self, from: json)
        #expect(found == ["command": .text("dismiss"), "hasObject": .flag(true)])
    }

    /// JSON that is not a command, and a part of the error.
    static let damaged: [(json: String, says: String)] = [
        (#"{"command":"jump"}"#, #"no navigation command is named "jump""#),
        (#"{"command":"push"}"#, "page"),
        (#"{"command":"tab"}"#, "name"),
        (#"{"command":"back","count":"x"}"#, "count"),
        (#"{"command":"sequence","commands":[{"command":"jump"}]}"#, "jump"),
        ("{}", "command"),
        ("[]", ""),
    ]

    @Test(arguments: damaged) func `damaged JSON of a navigation command is refused`(
        _ row: (json: String, says: String)
    ) {
        do {
            _ = try JSONDecoder().decode(NavigationCommand.self, from: Data(row.json.utf8))
            Issue.record("read: \(row.json)")
        } catch {
            #expect(row.says.isEmpty || "\(error)".contains(row.says), "\(error)")
        }
    }
}

private enum JSON: Decodable, Equatable {
    case text(String)
    case flag(Bool)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else {
            self = .text(try container.decode(String.self))
        }
    }
}
