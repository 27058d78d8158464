package import FoundationEssentials

/// The form of dates in URLs, bodies and values: RFC 3339 with up to nine digits of a second.
extension Date {
    init?(text: String) {
        // Foundation also reads 30 February, as 2 March: only a text is read that is written in the same way.
        let whole = text.prefix(19) + "Z"
        // The plus sign of an offset is a space in a query.
        let form = /(\.[0-9]{1,9})?(Z|[-+ ]([01][0-9]|2[0-3]):([0-5][0-9]))/
        guard let date = try? Date(String(whole), strategy: .iso8601), date.formatted(.iso8601) == whole,
            let (_, fraction, zone, hours, minutes) = text.dropFirst(19).wholeMatch(of: form)?.output
        else { return nil }
        let offset = 3600 * (Double(hours ?? "0") ?? 0) + 60 * (Double(minutes ?? "0") ?? 0)
        self = date + ((Double("0\(fraction ?? "")") ?? 0) + (zone.hasPrefix("-") ? offset : -offset))
    }

    /// The date as text that is read back as it, to the nanosecond; `nil` outside of the years 0000 to 9999.
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
    /// The encoder of values on their way between modules.
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
