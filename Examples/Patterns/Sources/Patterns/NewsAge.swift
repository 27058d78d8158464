import FoundationEssentials

/// The current time in the example, shortly after the example's news, in seconds since 1970.
let present = 1_600_003_600

/// A fat model: data of the business and simple logic, which makes texts that a controller shows unchanged.
///
/// Each user of the model has all texts, and the model grows with each new text.
final class FatNews: Sendable {
    let title: String
    let timestamp: Int

    init(_ news: News) { (title, timestamp) = (news.title, news.timestamp) }

    /// Returns the age in words, such as "3 minutes ago", or the date if the age is a day or more.
    func gapString(at now: Int = present) -> String { NewsAge.words(from: timestamp, to: now) ?? dateString }

    /// The day and the minute in UTC, such as "2020-09-13 12:26".
    var dateString: String { NewsAge.date(timestamp) }
}

/// The same logic, separate from a slim model: the model can be used anywhere, but each user must find the logic.
struct NewsAge {
    let now: Int

    func gapString(of news: News) -> String { Self.words(from: news.timestamp, to: now) ?? Self.date(news.timestamp) }

    /// Returns the time between two moments in words; `nil` for a day or more.
    fileprivate static func words(from then: Int, to now: Int) -> String? {
        switch now - then {
        case ..<60: "just now"
        case ..<3600: ago((now - then) / 60, "minute")
        case ..<86_400: ago((now - then) / 3600, "hour")
        default: nil
        }
    }

    private static func ago(_ number: Int, _ unit: String) -> String {
        "\(number) \(unit)\(number == 1 ? "" : "s") ago"
    }

    fileprivate static func date(_ timestamp: Int) -> String {
        let day = Date(timeIntervalSince1970: Double(timestamp))
        return String(day.formatted(.iso8601.dateTimeSeparator(.space)).prefix(16))
    }
}
