import Testing

@testable import Mediator

@Suite(.timeLimit(.minutes(2))) struct `A heap` {
    /// A number that counts comparisons.
    private struct Counted: Comparable {
        @TaskLocal static var comparisons = Count()

        final class Count: @unchecked Sendable { var value = 0 }

        let number: Int

        static func < (first: Counted, second: Counted) -> Bool {
            comparisons.value += 1
            return first.number < second.number
        }
    }

    private static let count = 4_096
    /// The worst order for a sorted list, the best, and one in between.
    private static let orders: [[Int]] = [
        Array((0..<count).reversed()), Array(0..<count), (0..<count).map { $0 * 1_409 % count },
    ]

    @Test(arguments: orders) func `a heap yields its elements in order, with at most 3 log n comparisons for each`(
        _ numbers: [Int]
    ) {
        Counted.$comparisons.withValue(Counted.Count()) {
            var heap = Heap<Counted>()
            for number in numbers { heap.insert(Counted(number: number)) }
            var taken: [Int] = []
            while let least = heap.popFirst() { taken.append(least.number) }
            #expect(taken == Array(0..<Self.count))
            // 12 to move up, and 2 for each of the 12 levels down.
            #expect(Counted.comparisons.value <= Self.count * 36)
        }
    }

    @Test func `a heap keeps its order when elements are removed`() {
        var heap = Heap<Int>()
        for number in 0..<100 { heap.insert(number * 37 % 100) }
        let removed = heap.removeAll { !$0.isMultiple(of: 3) }
        #expect(removed.count == 66)
        var taken: [Int] = []
        while let least = heap.popFirst() { taken.append(least) }
        #expect(taken == (0..<100).filter { $0.isMultiple(of: 3) })
    }
}
