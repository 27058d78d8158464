/// Percent-decoding of one URL component over its UTF-8 bytes.
enum PercentDecoding {
    /// Decodes `bytes`, a slice whose indices are offsets into the whole URL, so that errors can name the column.
    static func decode(
        _ bytes: some BytesWithOffsets, plusIsSpace: Bool = false
    ) throws(RouteURLError) -> String {
        let isPlain = !bytes.contains(UInt8(ascii: "%")) && !(plusIsSpace && bytes.contains(UInt8(ascii: "+")))
        if isPlain, let text = String(validating: bytes, as: UTF8.self) { return text }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%") {
                decoded.append(try escapedByte(bytes, at: index))
                index += 3
            } else {
                decoded.append(plusIsSpace && bytes[index] == UInt8(ascii: "+") ? 0x20 : bytes[index])
                index += 1
            }
        }
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw .invalidUTF8(column: bytes.startIndex + 1)
        }
        return text
    }

    private static func escapedByte(
        _ bytes: some BytesWithOffsets, at index: Int
    ) throws(RouteURLError) -> UInt8 {
        guard index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2]) else {
            throw .malformedEscape(column: index + 1)
        }
        let byte = high << 4 | low
        guard byte != 0 else { throw .control(column: index + 1, byte: 0) }
        return byte
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// A slice of bytes whose indices are offsets into the whole.
protocol BytesWithOffsets: RandomAccessCollection where Element == UInt8, Index == Int {}

extension ArraySlice<UInt8>: BytesWithOffsets {}
extension Slice<UnsafeBufferPointer<UInt8>>: BytesWithOffsets {}
