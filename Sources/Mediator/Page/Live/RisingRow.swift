/// The longest rising subsequence: the rows of a list that need not move, since they stand in their old order.
enum RisingRow {
    /// The places of the longest run of numbers, not always neighbours, that rise from one to the next; `nil` is passed over.
    ///
    /// Patience sorting: the piles' tops are the least ends of rising runs of each length.
    ///
    /// - Complexity: O(n log n).
    static func longest(in numbers: [Int?]) -> [Int] {
        var tops: [(number: Int, place: Int)] = []
        var before = [Int?](repeating: nil, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            guard let number else { continue }
            let pile = firstPile(notBelow: number, in: tops)
            before[place] = pile > 0 ? tops[pile - 1].place : nil
            if pile == tops.count { tops.append((number, place)) } else { tops[pile] = (number, place) }
        }
        var run: [Int] = []
        var next = tops.last?.place
        while let place = next {
            run.append(place)
            next = before[place]
        }
        return run.reversed()
    }

    private static func firstPile(notBelow number: Int, in tops: [(number: Int, place: Int)]) -> Int {
        if let last = tops.last, last.number < number { return tops.count }
        var (low, high) = (0, tops.count)
        while low < high {
            let middle = (low + high) / 2
            if tops[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
