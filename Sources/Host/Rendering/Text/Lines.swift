/// Lines that are made when they are asked for, so that a page of any length begins at once.
typealias Lines = AnyIterator<TextLine>

extension AnyIterator<TextLine> {
    /// No line.
    static var none: Lines { Lines { nil } }

    /// Some lines that are there already.
    static func made(_ lines: [TextLine]) -> Lines { Lines(lines.makeIterator()) }

    /// The lines of each part, one part after the other; a part is looked at when its turn has come.
    static func joined<Parts: Sequence>(_ parts: Parts, _ lines: @escaping (Parts.Element) -> Lines) -> Lines {
        var parts = parts.makeIterator()
        var current = Lines.none
        return Lines {
            while true {
                if let line = current.next() { return line }
                guard let part = parts.next() else { return nil }
                current = lines(part)
            }
        }
    }

    /// The same lines, each changed.
    func mapped(_ change: @escaping (TextLine) -> TextLine) -> Lines { Lines { next().map(change) } }

    /// The same lines, with a number in the first.
    func numbered(_ number: Int?) -> Lines {
        var number = number
        return mapped { $0.numbered(number.take()) }
    }

    /// The same lines behind another.
    func preceded(by line: TextLine) -> Lines {
        var first: TextLine? = line
        return Lines {
            defer { first = nil }
            return first ?? next()
        }
    }
}
