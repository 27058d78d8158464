import FoundationEssentials
@_spi(Host) public import Mediator

/// JSON (RFC 8259) on one line, with sorted keys, that is safe for a terminal.
@_spi(Host) public enum JSONText {
    /// Returns a value as JSON.
    /// - Throws: `DescribedError` if the value cannot be encoded.
    public static func encode(_ value: some Encodable) throws(DescribedError) -> String {
        do {
            return safe(String(decoding: try JSONEncoder.ofValues.encode(value), as: UTF8.self))
        } catch {
            throw DescribedError(
                description: "the result cannot be written as JSON: \(error.inWords); answer with a value that can")
        }
    }

    /// Returns the JSON with each unsafe character as an escape sequence; the values stay the same.
    public static func safe(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: PlainText.isUnsafe) else { return json }
        var text = ""
        for (scalar, isShown) in json.lazy.flatMap(PlainText.scalars) {
            guard !isShown else {
                text.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return text
    }
}
