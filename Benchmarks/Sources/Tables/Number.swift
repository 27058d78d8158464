import Foundation

/// The formats of numbers in the report.
package enum Number {
    /// `100,000`
    package static func grouped(_ value: Int) -> String {
        var text = String(value)
        var place = text.count - 3
        while place > 0 {
            text.insert(",", at: text.index(text.startIndex, offsetBy: place))
            place -= 3
        }
        return text
    }

    /// Returns a number with some decimals, or `–` if it is not finite.
    package static func fixed(_ value: Double, _ decimals: Int) -> String {
        value.isFinite ? String(format: "%.\(decimals)f", value) : "–"
    }

    /// Returns nanoseconds, with one decimal below 100.
    package static func nanoseconds(_ value: Double) -> String { fixed(value, value < 100 ? 1 : 0) }

    /// Returns seconds or milliseconds, with the unit.
    package static func time(_ seconds: Double) -> String {
        seconds < 0.1 ? "\(fixed(seconds * 1000, 2)) ms" : "\(fixed(seconds, 2)) s"
    }
}
