import TestSupport
import Testing

@_spi(Host) @testable import Mediator

@Suite(.timeLimit(.minutes(2))) struct `A chunked array` {
    @Test func `a chunked array and its copies hold the same elements as a plain array`() {
        var random = SplitMix64(seed: 7)
        var chunks = ChunkedArray<Int>()
        var array: [Int] = []
        var copies: [(ChunkedArray<Int>, [Int])] = []
        for number in 0..<5_000 {
            switch random.next() % 16 {
            case 0..<9:
                chunks.append(number)
                array.append(number)
            case 9..<14: #expect(chunks.popLast() == array.popLast())
            case 14 where !array.isEmpty:
                let place = Int(random.next() % UInt64(array.count))
                chunks[place] = -number
                array[place] = -number
            default: if number % 5 == 0 { copies.append((chunks, array)) }
            }
            #expect(chunks.count == array.count && chunks.last == array.last)
        }
        for (chunks, array) in copies + [(chunks, array)] {
            #expect(Array(chunks) == array)
            #expect(chunks == ChunkedArray(array))
            #expect(Array(chunks.suffix(70).reversed()) == Array(array.suffix(70).reversed()))
        }
    }
}
