import TestSupport
import Testing

@_spi(Host) @testable import Mediator

@Suite struct `A pile` {
    @Test func `holds what an array would, and so does each copy of it`() {
        var random = SplitMix64(seed: 7)
        var pile = Pile<Int>()
        var array: [Int] = []
        var copies: [(Pile<Int>, [Int])] = []
        for number in 0..<5_000 {
            switch random.next() % 16 {
            case 0..<9:
                pile.append(number)
                array.append(number)
            case 9..<14: #expect(pile.popLast() == array.popLast())
            case 14 where !array.isEmpty:
                let place = Int(random.next() % UInt64(array.count))
                pile[place] = -number
                array[place] = -number
            default: if number % 5 == 0 { copies.append((pile, array)) }
            }
            #expect(pile.count == array.count && pile.last == array.last)
        }
        for (pile, array) in copies + [(pile, array)] {
            #expect(Array(pile) == array)
            #expect(pile == Pile(array))
            #expect(pile.suffix(70).reversed() == array.suffix(70).reversed())
        }
    }
}
