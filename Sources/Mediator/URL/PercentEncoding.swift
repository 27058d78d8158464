/// Percent-encoding of text that is to stand in a URL; what is decoded again is the text.
enum PercentEncoding {
    /// A path segment: all but the unreserved characters, and those that a segment may have, are escaped.
    static func segment(_ text: String) -> String { encode(text, keeping: "-._~!$&'()*,;=:@+") }

    /// A name or value of a query, in which `+` would be a space.
    static func query(_ text: String) -> String { encode(text, keeping: "-._~!$'()*,;:@/?") }

    private static func encode(_ text: String, keeping kept: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if isAlphanumeric(byte) || kept.utf8.contains(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
