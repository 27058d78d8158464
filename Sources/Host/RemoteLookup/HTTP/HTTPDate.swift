import Glibc

/// A date in the three forms of HTTP (RFC 9110, 5.6.7).
enum HTTPDate {
    /// The forms after the name of the day; a lower-case letter is a place for a digit, `b` for a letter of the month.
    private static let forms = [", dd bbb yyyy hh:mm:ss GMT", ", dd-bbb-yy hh:mm:ss GMT", " bbb dd hh:mm:ss yyyy"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns the seconds since 1970, or `nil` for a text that is not such a date.
    ///
    /// Every answer has a date, so it is parsed byte by byte: a regular expression takes longer than the rest of an
    /// answer.
    static func seconds(_ text: String) -> Int? {
        let rest = text.utf8.drop(while: isLetter)
        for form in forms where form.utf8.count == rest.count {
            if let time = time(rest, form) { return time }
        }
        return nil
    }

    private static func time(_ text: Substring.UTF8View, _ form: String) -> Int? {
        var (numbers, name): ([UInt8: Int], [UInt8]) = ([:], [])
        for (byte, place) in zip(text, form.utf8) {
            if place == UInt8(ascii: "b") {
                name.append(byte)
            } else if !isLower(place) {
                guard byte == place else { return nil }
            } else if byte != UInt8(ascii: " ") || place != UInt8(ascii: "d") || numbers[place] != nil {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                numbers[place, default: 0] = numbers[place, default: 0] * 10 + Int(byte - UInt8(ascii: "0"))
            }
        }
        guard let month = months.firstIndex(where: { $0.utf8.elementsEqual(name) }) else { return nil }
        return seconds(month: month, isShort: form.utf8.contains(UInt8(ascii: "-"))) {
            numbers[UInt8(ascii: $0)] ?? 0
        }
    }

    private static func seconds(month: Int, isShort: Bool, _ number: (Unicode.Scalar) -> Int) -> Int? {
        guard (1...31).contains(number("d")), number("h") < 24, number("m") < 60, number("s") <= 60 else { return nil }
        var time = tm()
        (time.tm_mday, time.tm_mon) = (CInt(number("d")), CInt(month))
        // Two digits belong to this century, or to the last one if the date would be in the far future (RFC 9110).
        time.tm_year = CInt(isShort ? number("y") + (number("y") < 70 ? 100 : 0) : number("y") - 1900)
        (time.tm_hour, time.tm_min, time.tm_sec) = (CInt(number("h")), CInt(number("m")), CInt(number("s")))
        return timegm(&time)
    }

    private static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { isLower(byte | 0x20) }
}
