import Glibc
import Platform

/// A date in the three forms of HTTP (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let forms = ["%a, %d %b %Y %T GMT", "%a, %d-%b-%y %T GMT", "%a %b %d %T %Y"]

    private typealias Text = UnsafePointer<CChar>

    /// The C function `strptime`, which Swift does not import. Every answer has a date, and a regular expression would
    /// take longer than the rest of the work for an answer.
    private static let parse: (@convention(c) (Text, Text, UnsafeMutablePointer<tm>) -> Text?)? =
        DynamicLibrary.systemFunction("strptime")

    /// Returns the seconds since 1970, or `nil` for a text that is not an HTTP date.
    static func seconds(_ text: String) -> Int? {
        for form in forms {
            var time = tm()
            // `strptime` returns the address of the rest of the text.
            let isDate = text.withCString { parse?($0, form, &time)?.pointee == 0 }
            if isDate { return timegm(&time) }
        }
        return nil
    }
}
