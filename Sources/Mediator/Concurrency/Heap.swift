/// Elements of which the least is at hand: adding one and taking the least one off cost a number of comparisons that grows
/// with the logarithm of their count.
struct Heap<Element: Comparable> {
    /// Each element is no greater than those at twice its place plus one and two.
    private(set) var elements: [Element] = []

    var count: Int { elements.count }
    /// The least one.
    var first: Element? { elements.first }

    init() {}

    /// Adds an element.
    mutating func insert(_ element: Element) {
        elements.append(element)
        var place = elements.count - 1
        while place > 0, case let parent = (place - 1) / 2, elements[place] < elements[parent] {
            elements.swapAt(place, parent)
            place = parent
        }
    }

    /// Takes the least element off.
    mutating func popFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let least = elements.first else { return last }
        elements[0] = last
        sink(from: 0)
        return least
    }

    /// Removes the elements for which a closure holds, in linear time.
    ///
    /// - Returns: the elements that were removed, in no order.
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
