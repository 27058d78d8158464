/// A binary min-heap.
///
/// - Complexity: O(log n) comparisons for adding an element and for removing the least one.
struct Heap<Element: Comparable> {
    /// The element at index i is not greater than the elements at 2i + 1 and 2i + 2.
    private(set) var elements: [Element] = []

    var count: Int { elements.count }
    var first: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var place = elements.count - 1
        while place > 0, case let parent = (place - 1) / 2, elements[place] < elements[parent] {
            elements.swapAt(place, parent)
            place = parent
        }
    }

    /// Removes and returns the least element.
    mutating func popFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let least = elements.first else { return last }
        elements[0] = last
        sink(from: 0)
        return least
    }

    /// Removes the elements for which the closure returns `true`, and returns them in no particular order; takes O(n).
    mutating func removeAll(where isRemoved: (Element) -> Bool) -> [Element] {
        let kept = elements.partition(by: isRemoved)
        let removed = Array(elements[kept...])
        elements.removeSubrange(kept...)
        for place in elements.indices.prefix(elements.count / 2).reversed() { sink(from: place) }
        return removed
    }

    private mutating func sink(from start: Int) {
        var place = start
        while case let left = 2 * place + 1, left < elements.count {
            let right = left + 1
            let child = right < elements.count && elements[right] < elements[left] ? right : left
            guard elements[child] < elements[place] else { return }
            elements.swapAt(child, place)
            place = child
        }
    }
}
