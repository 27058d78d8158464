import FoundationEssentials

/// The present, for texts such as "3 minutes ago": the example's news are from before it.
let present = 1_600_003_600

/// A fat model: it has the data and the weak logic of the business, so that a controller shows its texts as they are.
///
/// The logic is written once. It comes along with the data wherever the model goes, and the model grows.
final class FatNews: Sendable {
    let title: String
    let timestamp: Int

    init(_ news: News) {
        title = news.title
        timestamp = news.timestamp
    }

    /// The age as a person says it, such as "3 minutes ago", or the date if it is more than a day.
    func gapString(at now: Int = present) -> String {
        switch now - timestamp {
        case ..<60: "just now"
        case ..<3600: Self.ago((now - timestamp) / 60, "minute")
        case ..<86_400: Self.ago((now - timestamp) / 3600, "hour")
        default: dateString
        }
    }

    private static func ago(_ number: Int, _ unit: String) -> String {
        "\(number) \(unit)\(number == 1 ? "" : "s") ago"
    }

    /// The day and the minute in UTC, such as "2020-09-13 12:26".
    var dateString: String {
        let day = Date(timeIntervalSince1970: Double(timestamp))
        return String(day.formatted(.iso8601.dateTimeSeparator(.space)).prefix(16))
    }
}

/// That logic beside a slim model: data that needs it is free of it, and each user has to find it.
struct NewsAge {
    let now: Int

    func gapString(of news: News) -> String { FatNews(news).gapString(at: now) }
}
