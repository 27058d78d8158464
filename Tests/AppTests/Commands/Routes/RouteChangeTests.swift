@_spi(Host) import ModuleKit
import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `The changes of routes` {
    /// The members of a route in addition to verb and pattern, before and after, and the lines of the changes.
    static let rows: [(old: String, new: String, changes: [String])] = [
        (#""access":"public""#, #""access":"public""#, []),
        (#""access":"public""#, #""access":"modules""#, ["breaking  call /a: its access was public and is modules"]),
        (#""access":"internal""#, #""access":"public""#, ["unsafe    call /a: its access was internal and is public"]),
        (#""owner":"Rent""#, #""owner":"Homes""#, ["          call /a: it moved from Rent to Homes"]),
        (#""value":"Int""#, #""value":"String""#, ["breaking  call /a: its value was Int and is String"]),
        (
            #""value":"Int""#, #""value":"Int","form":"stream""#,
            ["breaking  call /a: its answer was a value and is a stream"]
        ),
        (
            parameters(#""id":{"type":"integer"}"#, "id"), parameters(#""id":{"type":"string"}"#, "id"),
            ["          call /a: the parameter id was integer and is string"]
        ),
        (
            parameters(#""id":{"type":"string"}"#, "id"), parameters(#""id":{"type":"string","format":"date"}"#, "id"),
            ["breaking  call /a: the parameter id was string and is string (date)"]
        ),
        (
            value(#"{"type":"string","enum":["x","y"]}"#), value(#"{"type":"string","enum":["x"]}"#),
            ["          call /a: the value's type was one of x, y and is one of x"]
        ),
        (
            value(#"{"type":"string","enum":["x"]}"#), value(#"{"type":"string","enum":["x","y"]}"#),
            ["breaking  call /a: the value's type was one of x and is one of x, y"]
        ),
        (
            value(#"{"type":"string","format":"date"}"#), value(#"{"type":"string"}"#),
            ["breaking  call /a: the value's type was string (date) and is string"]
        ),
        (
            parameters(#""id":{"type":"integer"}"#, "id"), parameters(#""id":{"type":"number"}"#, "id"),
            ["          call /a: the parameter id was integer and is number"]
        ),
        (
            parameters(#""id":{"type":"integer","minimum":0}"#, "id"), parameters(#""id":{"type":"integer"}"#, "id"),
            ["          call /a: the parameter id was integer of 0 or more and is integer"]
        ),
        (
            parameters(#""id":{"type":"integer"}"#, "id"), parameters(#""id":{"type":"integer","minimum":0}"#, "id"),
            ["breaking  call /a: the parameter id was integer and is integer of 0 or more"]
        ),
        (
            parameters(#""k":{"type":"string","enum":["x"]}"#), parameters(#""k":{"type":"string","enum":["x","y"]}"#),
            ["          call /a: the parameter k was one of x and is one of x, y"]
        ),
        (
            parameters(#""k":{"type":"string","enum":["x","y"]}"#), parameters(#""k":{"type":"string","enum":["x"]}"#),
            ["breaking  call /a: the parameter k was one of x, y and is one of x"]
        ),
        (
            parameters(#""k":{"type":"string"}"#), parameters(#""k":{"type":"string"}"#, "k"),
            ["breaking  call /a: the parameter k is required now"]
        ),
        (parameters(#""k":{"type":"string"}"#, "k"), parameters(#""k":{"type":"string"}"#), []),
        (parameters(""), parameters(#""k":{}"#), ["          call /a: the parameter k is new"]),
        (parameters(""), parameters(#""k":{}"#, "k"), ["breaking  call /a: the parameter k is new, and required"]),
        (parameters(#""k":{}"#), parameters(""), ["breaking  call /a: the parameter k is gone"]),
        (
            value(
                #"{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"}},"#
                    + #""required":["id"]}}"#),
            value(#"{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"}},"required":[]}}"#),
            ["breaking  call /a: the value's [].id may be absent now"]
        ),
        (
            value(#"{"type":"object","properties":{},"required":[]}"#),
            value(#"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}"#),
            ["          call /a: the value's n is new"]
        ),
        (
            value(#"{"type":"integer"}"#), value(#"{"type":"number"}"#),
            ["breaking  call /a: the value's type was integer and is number"]
        ),
        (value("{}"), value(#"{"type":"integer"}"#), []),
        (
            value(#"{"type":"integer"}"#), value(#"{"anyOf":[{"type":"integer"},{"type":"null"}]}"#),
            ["breaking  call /a: the value's type may be null now"]
        ),
        (
            value(#"{"anyOf":[{"type":"integer"},{"type":"null"}]}"#), value(#"{"type":"integer"}"#),
            ["          call /a: the value's type is never null now"]
        ),
        (
            value(#"{"type":"object","additionalProperties":{"type":"integer"}}"#),
            value(#"{"type":"object","additionalProperties":{"type":"string"}}"#),
            ["breaking  call /a: the value's [:] was integer and is string"]
        ),
        (
            value(#"{"type":"object","properties":{},"required":[]}"#),
            value(#"{"type":"object","additionalProperties":{"type":"string"}}"#),
            ["breaking  call /a: the value's type was object and is a dictionary"]
        ),
        (#""value":"A","schema":{}"#, #""value":"B","schema":{}"#, ["breaking  call /a: its value was A and is B"]),
        (
            parameters(""), #""schema":{"body":{"type":"object","properties":{"k":{}},"required":["k"]}}"#,
            ["breaking  call /a: the body's k is new, and required"]
        ),
        (
            value(#"{"type":"object","properties":{"k":{}}\#(incomplete)}"#),
            value(#"{"type":"object","properties":{"k":{}}\#(incomplete)}"#),
            [
                "breaking  call /a: the value's type is incomplete and could not be compared; conform K to "
                    + "Codable and CaseIterable, and write the list of routes again"
            ]
        ),
        (
            value(#"{"type":"array","items":{"type":"object","properties":{}\#(incomplete)}}"#),
            value(#"{"type":"array","items":{"type":"object","properties":{"k":{}}}}"#),
            [
                "breaking  call /a: the value's [] is incomplete and could not be compared; write the list "
                    + "of routes again"
            ]
        ),
        (
            value(#"{"type":"object","properties":{"k":{}}}"#),
            value(#"{"type":"object","properties":{}\#(incomplete)}"#),
            [
                "breaking  call /a: the value's type is incomplete and could not be compared; conform K to "
                    + "Codable and CaseIterable, and write the list of routes again"
            ]
        ),
    ]

    private static let incomplete = #","x-incomplete":"conform K to Codable and CaseIterable""#

    private static func parameters(_ properties: String, _ required: String? = nil) -> String {
        let names = required.map { "\"\($0)\"" } ?? ""
        return #""schema":{"parameters":{"type":"object","properties":{\#(properties)},"required":[\#(names)]}}"#
    }

    private static func value(_ schema: String) -> String {
        #""schema":{"parameters":{"type":"object","properties":{},"required":[]},"value":\#(schema)}"#
    }

    @Test(arguments: rows.indices) func `a change of a route is marked if it is breaking or unsafe`(index: Int) throws {
        let (old, new, changes) = Self.rows[index]
        func list(_ members: String) throws -> RouteList {
            try RouteList(Array(#"{"routes":[{"verb":"call","pattern":"/a",\#(members)}]}"#.utf8), path: "list")
        }
        #expect(RouteChange.all(from: try list(old), to: try list(new)).map(\.text) == changes)
    }

    @Test(arguments: ["", "[1", "{}", #"{"routes":[{"verb":"open"}]}"#, #"{"rewrites":[]}"#])
    func `a text that is not a list of routes is refused`(text: String) {
        #expect(throws: Failure.self) { try RouteList(Array(text.utf8), path: "list") }
    }
}
