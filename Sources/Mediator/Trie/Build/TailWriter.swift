/// Puts the bytes of a tail together; literals that follow each other become one.
struct TailWriter {
    private(set) var bytes: [UInt8]
    /// Where the literal that may grow begins, if there is one.
    private var literal: Int?
    private var literalSpan = 0

    init(number: Int) { bytes = Self.bytes(UInt32(number)) }

    /// Adds some literals that are joined by slashes.
    mutating func add(literal text: ArraySlice<UInt8>, span: Int, isJoinable: Bool = true) {
        if isJoinable, let place = literal {
            bytes.append(UInt8(ascii: "/"))
            bytes += text
            return finishLiteral(at: place, span: literalSpan + span)
        }
        literal = isJoinable ? bytes.count : nil
        let place = bytes.count
        bytes += [TailStep.literal, 0, 0, 0, 0]
        bytes += text
        finishLiteral(at: place, span: span)
    }

    mutating func addPlain() {
        literal = nil
        bytes.append(TailStep.plain)
    }

    mutating func add(special parameter: UInt32) {
        literal = nil
        bytes.append(TailStep.special)
        bytes += Self.bytes(parameter)
    }

    mutating func finish() { bytes.append(TailStep.end) }

    mutating func finish(number: Int) {
        bytes.replaceSubrange(..<TailStep.first, with: Self.bytes(UInt32(number)))
        finish()
    }

    mutating func finish(number: Int, wildcard allowsNone: Bool) {
        bytes.append(allowsNone ? TailStep.optionalWildcard : TailStep.wildcard)
        finish(number: number)
    }

    private mutating func finishLiteral(at place: Int, span: Int) {
        literalSpan = span
        let length = UInt16(bytes.count - place - TailStep.text)
        bytes.replaceSubrange(
            (place + 1)..<(place + TailStep.text), with: Self.bytes(UInt16(span)) + Self.bytes(length))
    }

    private static func bytes<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value) { Array($0) }
    }
}
