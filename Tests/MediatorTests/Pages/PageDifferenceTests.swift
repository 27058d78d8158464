import Foundation
@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The difference of two lists` {
    /// The identities before and after, and the number of changes.
    static let rows: [(old: [String], new: [String], changes: Int)] = [
        ([], [], 0), (["a"], ["a"], 0), ([], ["a"], 1), (["a"], [], 1), (["a", "b"], ["b"], 1), (["a"], ["b", "a"], 1),
        (["a", "b", "c"], ["c", "a", "b"], 6), (["a", "a", "a"], ["a", "a"], 1), (["a", "b"], ["c", "d"], 4),
        (["a", "b", "c", "d"], ["a", "x", "d"], 3), (["a", "b", "c"], ["a", "x", "b", "y", "c"], 4),
    ]

    @Test(arguments: rows) func `the difference of two lists keeps the common rows at the beginning and the end`(
        _ row: (old: [String], new: [String], changes: Int)
    ) {
        let (old, new) = (row.old.map { Table.Row([$0], id: $0) }, row.new.map { Table.Row([$0], id: $0) })
        let changes = Self.changes(from: old, to: new)
        #expect(changes.count == row.changes)
        #expect(Self.applied(changes, to: old) == new)
    }

    @Test func `the difference of two lists updates a row that changed, and inserts a new row`() {
        let old = [Table.Row(["1"], id: "a"), Table.Row(["2"], id: "b")]
        let new = [Table.Row(["0"], id: "c"), Table.Row(["1"], id: "a"), Table.Row(["3"], id: "b")]
        let changes = Self.changes(from: old, to: new)
        #expect(changes.map(\.insert) == [0, nil])
        #expect(changes.map(\.update) == [nil, 2])
        #expect(changes.map(\.row) == [new[0], new[2]])
    }

    @Test func `the difference of two random lists converts the first to the second`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let lists = (0..<2).map { _ in
                (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                    Table.Row(
                        [["x", "y"].randomElement(using: &generator) ?? ""],
                        id: ["a", "b", "c", nil].randomElement(using: &generator) ?? nil)
                }
            }
            #expect(Self.applied(Self.changes(from: lists[0], to: lists[1]), to: lists[0]) == lists[1])
        }
    }

    @Test func `the JSON of a page's difference has an object for each change`() throws {
        let old = Page("") {
            Text("a"); Table(["x"], rows: [Table.Row(["1"], id: "1")])
        }
        let new = Page("") {
            Text("b"); Table(["x"], rows: [Table.Row(["2"], id: "1"), Table.Row(["3"], id: "3")])
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = String(
            decoding: try encoder.encode(PageDifference(from: old.elements, to: new.elements)), as: UTF8.self)
        #expect(
            json == #"[{"at":0,"element":{"kind":"text","text":"b"}},{"at":1,"rows":["#
                + #"{"insert":1,"row":{"cells":["3"],"id":"3"}},{"row":{"cells":["2"],"id":"1"},"update":0}]}]"#)
        #expect(PageDifference(from: old.elements, to: old.elements).changes.isEmpty)
        #expect(PageDifference(from: old.elements, to: []).changes.map(\.elements) == [[]])
    }

    @Test func `the difference of a page is nested in containers that differ only in their content`() throws {
        let old = [PageElement.container(Container("c") { List([List.Item("1", id: "1")]) })]
        let new = [PageElement.container(Container("c") { List([List.Item("1", id: "1"), List.Item("2", id: "2")]) })]
        let inner = PageDifference(
            from: [.list(List([List.Item("1", id: "1")]))],
            to: [.list(List([List.Item("1", id: "1"), List.Item("2", id: "2")]))])
        let difference = PageDifference(from: old, to: new)
        #expect(difference.changes.map(\.at) == [0])
        #expect(difference.changes.map(\.content) == [inner])
        let json = String(decoding: try JSONEncoder().encode(difference), as: UTF8.self)
        #expect(json.contains(#""content":[{"#))
        let failed = [PageElement.container(Container("c") {}.failed("lost"))]
        let replaced = PageDifference(from: old, to: failed).changes
        #expect(replaced.map(\.at) == [0])
        #expect(replaced.map(\.element) == failed)
    }

    private static func changes(from old: [Table.Row], to new: [Table.Row]) -> [RowChange<Table.Row>] {
        let difference = PageDifference(
            from: [.table(Table([], rows: Rows(old)))], to: [.table(Table([], rows: Rows(new)))])
        return difference.changes.first?.rows ?? []
    }

    private static func applied(_ changes: [RowChange<Table.Row>], to rows: [Table.Row]) -> [Table.Row] {
        changes.reduce(into: rows) { rows, change in
            switch (change.remove, change.insert, change.update, change.row) {
            case (let place?, nil, nil, nil): rows.remove(at: place)
            case (nil, let place?, nil, let row?): rows.insert(row, at: place)
            case (nil, nil, let place?, let row?): rows[place] = row
            default: Issue.record("an unknown change")
            }
        }
    }
}
