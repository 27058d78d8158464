import ModuleKit

/// An archive of news: two pieces of news are kept in one transaction, and a query finds some of them.
struct Archive {
    /// How a transaction is interrupted between its two steps.
    enum Interruption: String, Decodable {
        /// The code throws an error.
        case error
        /// The process ends.
        case crash
    }

    /// The error of an interrupted transaction.
    struct Interrupted: Error, CustomStringConvertible {
        let description = "the second piece of news is missing; nothing was kept, so try again"
    }

    let storage: Storage

    /// Keeps two pieces of news, or neither of them.
    func keep(at timestamp: Int, interruptedBy interruption: Interruption?) async throws {
        try await storage.transaction {
            let records = storage.records(ArchivedNews.self)
            try await records.insert(ArchivedNews(id: timestamp, title: "first of \(timestamp)"))
            switch interruption {
            case .error: throw Interrupted()
            case .crash: preconditionFailure("the example ends its process between two steps")
            case nil: try await records.insert(ArchivedNews(id: timestamp + 1, title: "second of \(timestamp)"))
            }
        }
    }

    /// Returns the titles of the news since a time, the latest first; the condition and the order are Swift, not text.
    func titles(since timestamp: Int) async throws -> [String] {
        let records = storage.records(ArchivedNews.self)
        return try await records.where(\.id >= timestamp).sorted(by: \.id, .descending).all().map(\.title)
    }
}

/// A piece of news in the archive.
struct ArchivedNews: Record {
    /// Seconds since 1970.
    let id: Int
    let title: String
}
