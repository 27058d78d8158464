import Foundation
import ModuleKit
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Rows of a list` {
    @Test func `rows of a list are created when they are read`() {
        let made = Mutex<[Int]>([])
        let rows = Rows<List.Item>(count: 1_000_000) { place in
            made.withLock { $0.append(place) }
            return List.Item("\(place)")
        }
        #expect(rows.count == 1_000_000)
        #expect(rows[7].title == "7")
        #expect(rows.last?.title == "999999")
        #expect(made.withLock(\.self) == [7, 999_999])
    }

    @Test(arguments: [-1, 0]) func `a count of 0 or less gives empty rows`(count: Int) {
        #expect(Rows<List.Item>(count: count) { List.Item("\($0)") }.isEmpty)
    }

    @Test func `rows that a closure creates equal the same rows in an array, also after JSON`() throws {
        let lazy = Rows(1...3) { List.Item("\($0)") }
        #expect(lazy == [List.Item("1"), List.Item("2"), List.Item("3")])
        #expect(lazy != [List.Item("1"), List.Item("2")])
        let json = try JSONEncoder().encode(lazy)
        #expect(try JSONDecoder().decode(Rows<List.Item>.self, from: json) == lazy)
    }

    @Test func `rows of a list may come from a collection that does not begin at index 0`() {
        #expect(Rows([1, 2, 3, 4][2...]) { List.Item("\($0)") }.map(\.title) == ["3", "4"])
    }
}
