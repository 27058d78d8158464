import Glibc

/// A date as HTTP writes it (RFC 9110, 5.6.7), in all of its three forms.
enum HTTPDate {
    /// Seconds since 1970, or `nil` for a text that is no such date.
    static func seconds(_ text: String) -> Int? {
        let clock = #"(\d\d):(\d\d):(\d\d)"#
        let forms = [
            ("[A-Z][a-z]{2}, (\\d\\d) ([A-Z][a-z]{2}) (\\d{4}) \(clock) GMT", [1, 2, 3, 4, 5, 6]),
            ("[A-Z][a-z]{5,8}, (\\d\\d)-([A-Z][a-z]{2})-(\\d\\d) \(clock) GMT", [1, 2, 3, 4, 5, 6]),
            ("[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \\d]\\d) \(clock) (\\d{4})", [2, 1, 6, 3, 4, 5]),
        ]
        for (form, places) in forms {
            guard let regex = try? Regex(form), let match = text.wholeMatch(of: regex) else { continue }
            let parts = places.map { String(match.output[$0].substring ?? "") }
            return seconds(parts)
        }
        return nil
    }

    /// Day, month, year, hour, minute and second.
    private static func seconds(_ parts: [String]) -> Int? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let numbers = parts.map { Int($0.filter { $0 != " " }) ?? 0 }
        guard let month = months.firstIndex(of: parts[1]), (1...31).contains(numbers[0]), numbers[3] < 24,
            numbers[4] < 60, numbers[5] <= 60
        else { return nil }
        var time = tm()
        time.tm_mday = CInt(numbers[0])
        time.tm_mon = CInt(month)
        // Two digits are of this century, or of the last one where that would be in the far future (RFC 9110).
        time.tm_year = CInt(parts[2].utf8.count == 2 ? numbers[2] + (numbers[2] < 70 ? 100 : 0) : numbers[2] - 1900)
        (time.tm_hour, time.tm_min, time.tm_sec) = (CInt(numbers[3]), CInt(numbers[4]), CInt(numbers[5]))
        return timegm(&time)
    }
}
