package import FoundationEssentials

/// The format of dates in URLs, bodies and values: RFC 3339 with up to nine digits after the second.
extension Date {
    init?(text: String) {
        // Foundation reads 30 February as 2 March, so the text must be equal to the written form of the date.
        let whole = text.prefix(19) + "Z"
        var rest = text.dropFirst(19)
        let fraction = rest.first == "." ? rest.prefix { $0 == "." || $0.isDigit } : ""
        rest = rest.dropFirst(fraction.count)
        guard let date = try? Date(String(whole), strategy: .iso8601), date.formatted(.iso8601) == whole,
            fraction.isEmpty || 2...10 ~= fraction.count, let offset = Self.offset(rest),
            let part = Double("0\(fraction)")
        else { return nil }
        self = date + part - offset
    }

    /// Returns the seconds of an offset such as `+02:00`. A space counts as `+`, because a query's `+` is a space.
    private static func offset(_ text: Substring) -> TimeInterval? {
        if text == "Z" { return 0 }
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard let sign = text.first, "-+ ".contains(sign), parts.count == 2,
            parts.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isDigit) }),
            let hours = Double(parts[0]), let minutes = Double(parts[1]), hours < 24, minutes < 60
        else { return nil }
        return (sign == "-" ? -1 : 1) * (3600 * hours + 60 * minutes)
    }

    /// The shortest text that is read as this date, with at most nine decimals; `nil` outside the years 0000 to 9999.
    var text: String? {
        guard timeIntervalSinceReferenceDate.magnitude < 1e12 else { return nil }
        let seconds = timeIntervalSinceReferenceDate.rounded(.down)
        let whole = Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601).dropLast()
        let nanoseconds = min(Int(((timeIntervalSinceReferenceDate - seconds) * 1e9).rounded()), 999_999_999)
        var text = "\(whole)Z"
        for (digits, unit) in [(3, 1_000_000), (6, 1_000), (9, 1)] where Date(text: text) != self {
            let fraction = String((nanoseconds + unit / 2) / unit)
            text = "\(whole).\(String(repeating: "0", count: max(0, digits - fraction.utf8.count)))\(fraction)Z"
        }
        return Date(text: text) == nil ? nil : text
    }
}

extension JSONEncoder {
    /// The encoder of values that are passed between modules.
    package static var ofValues: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            let years = "a date has a year from 0000 to 9999"
            let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: years)
            guard let text = date.text else { throw EncodingError.invalidValue(date, context) }
            try text.encode(to: encoder)
        }
        return encoder
    }
}

extension Character {
    fileprivate var isDigit: Bool { "0"..."9" ~= self }
}
