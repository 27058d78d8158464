@_spi(Host) import ModuleKit

/// What the remotes would answer, as text and as the output has it.
enum RemoteText {
    /// One remote, for `resolve --explain`.
    struct Row: Encodable {
        let remote: String
        /// Whether it would have to be asked.
        let isAsked: Bool
        /// The answer in words; `nil` where it has none.
        var answer: String?
        var source: String?
        /// In seconds.
        var age: Int?
        var freshFor: Int?

        private enum CodingKeys: String, CodingKey {
            case remote, answer, source, age
            case isAsked = "is_asked"
            case freshFor = "fresh_for"
        }
    }

    static func row(_ recall: ResolverRecall) -> Row {
        guard let known = recall.answer else { return Row(remote: recall.resolver, isAsked: true) }
        return Row(
            remote: recall.resolver, isAsked: known.freshFor.map { $0 <= 0 } ?? false,
            answer: known.resolution?.words, source: known.source, age: known.age, freshFor: known.freshFor)
    }

    static func line(_ row: Row) -> String {
        guard let source = row.source else { return PlainText.line("remote \(row.remote): would be asked") }
        let age = row.age.map { ", \($0) s old" } ?? ""
        let fresh =
            row.freshFor.map { $0 > 0 ? ", fresh for \($0) s" : ", stale: would be asked whether it is still right" }
            ?? ""
        let answer = row.answer ?? "no answer"
        return PlainText.line("remote \(row.remote): \(answer), from \(source)\(age)\(fresh)")
    }
}
