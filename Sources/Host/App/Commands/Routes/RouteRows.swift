@_spi(Host) import ModuleKit
import Platform

/// The rows of a list of routes, without columns that are empty for every route.
struct RouteRows {
    private let rows: [[String]]

    /// Creates the rows. The column of labels shows a summary or a team only if `label` requests it.
    init(_ routes: [RouteDescription], label: String? = nil) {
        let all =
            [["VERB", "PATTERN", "ACCESS", "MODULE", "LABELS", "SUMMARY"]]
            + routes.map { route in
                [
                    route.verb.rawValue, route.pattern, route.access.rawValue, route.owner,
                    route.labels.filter { !$0.isForPeople || $0.name == label }.map(\.words).joined(separator: ", "),
                    route.summary ?? "",
                ]
            }
        let columns = all[0].indices.filter { column in column < 4 || all.dropFirst().contains { !$0[column].isEmpty } }
        rows = all.map { row in columns.map { row[$0] } }
    }

    var table: TextTable {
        var table = TextTable(header: rows[0])
        for row in rows.dropFirst() { table.add(row) }
        return table
    }

    /// The lines of a table in Markdown, with the patterns as code.
    var markdown: [String] {
        let body = rows.dropFirst().map { row in
            row.enumerated().map { $0 == 1 ? "`\(Self.escaped($1))`" : Self.escaped($1) }
        }
        let header = rows[0].map { String($0.prefix(1)) + $0.dropFirst().lowercased() }
        return ([header, header.map { _ in "---" }] + body).map { "| " + $0.joined(separator: " | ") + " |" }
    }

    private static func escaped(_ cell: String) -> String {
        PlainText.line(cell).escaping(["\\": "\\\\", "|": "\\|"])
    }
}

extension RouteLabel {
    /// Whether the label is only a description: a summary or a team.
    fileprivate var isForPeople: Bool { name == Self.summary || name == Self.team }

    fileprivate var words: String { name + (text.map { " \"\($0)\"" } ?? "") }

    /// The label as a line about its route.
    var line: String { isForPeople ? "\(name): \(text ?? "")" : "labelled \(words)" }
}
