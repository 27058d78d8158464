/// An array with cheap changes at its end, even after the array was copied.
///
/// A copy shares all full chunks with the original. A change of a copy copies one chunk and the list of chunks.
@_spi(Host) public struct ChunkedArray<Element: Sendable>: Sendable {
    private static var chunk: Int { 64 }

    /// The values before the newest ones, in chunks of 64 values.
    private var full: [[Element]] = []
    private var newest: [Element] = []

    init() {}

    init(_ elements: some Sequence<Element>) { append(contentsOf: elements) }

    mutating func append(contentsOf elements: some Sequence<Element>) { for element in elements { append(element) } }

    mutating func append(_ element: Element) {
        if newest.count == Self.chunk {
            full.append(newest)
            newest = []
        }
        newest.append(element)
    }

    mutating func popLast() -> Element? {
        if newest.isEmpty, let chunk = full.popLast() { newest = chunk }
        return newest.popLast()
    }
}

extension ChunkedArray: RandomAccessCollection, MutableCollection {
    /// The index of the first value.
    public var startIndex: Int { 0 }
    /// The index after the last value.
    public var endIndex: Int { full.count * Self.chunk + newest.count }

    /// Returns an iterator that reads one chunk after another, without computing the place of each value.
    public func makeIterator() -> FlattenSequence<[[Element]]>.Iterator { (full + [newest]).joined().makeIterator() }

    /// The value at an index.
    public subscript(place: Int) -> Element {
        get {
            let (chunk, offset) = place.quotientAndRemainder(dividingBy: Self.chunk)
            return chunk < full.count ? full[chunk][offset] : newest[place - full.count * Self.chunk]
        }
        set {
            let (chunk, offset) = place.quotientAndRemainder(dividingBy: Self.chunk)
            if chunk < full.count {
                full[chunk][offset] = newValue
            } else {
                newest[place - full.count * Self.chunk] = newValue
            }
        }
    }
}

extension ChunkedArray: Equatable where Element: Equatable {
    /// Returns whether two arrays have equal values in the same order.
    public static func == (first: Self, second: Self) -> Bool { first.elementsEqual(second) }
}
