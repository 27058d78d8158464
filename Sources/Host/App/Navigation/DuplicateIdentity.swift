@_spi(Host) import ModuleKit

/// Two rows of one list or table with one identity.
struct DuplicateIdentity: Equatable {
    /// The maximum number of checked rows of a list, so that a page of any length is shown at once.
    private static let limit = 1_000

    let id: String

    /// Returns the first one on a page. Rows with one URL and nothing else to distinguish them are no fault.
    static func first(on page: Page) -> DuplicateIdentity? {
        page.allElements.lazy.compactMap { element in
            switch element {
            case .list(let list): first(in: list.items.prefix(limit).lazy.filter { $0.id != $0.url?.text })
            case .table(let table): first(in: table.rows.prefix(limit).lazy.filter { $0.id != $0.url?.text })
            default: nil
            }
        }
        .first
    }

    private static func first(in rows: some Sequence<some Identified>) -> DuplicateIdentity? {
        var seen: Set<String> = []
        return rows.lazy.compactMap(\.id).first { !seen.insert($0).inserted }.map(DuplicateIdentity.init)
    }
}

extension Failure {
    /// Describes a page with two such rows, both of which are shown.
    init(_ duplicate: DuplicateIdentity, on item: PageStack.Item) {
        let message =
            "two rows of one list of \(item.entry.url) have the identity \"\(duplicate.id)\", so that their changes are not told apart; "
            + "the page's author should give each its own"
        self.init(code: "duplicateIdentity", message: message, exitCode: .done, url: item.entry.url)
    }
}
