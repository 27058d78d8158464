import ModuleKit

/// An archive that stores two pieces of news in one transaction, and finds news with a query.
struct Archive {
    /// The interruption of a transaction between its two steps.
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

    /// Stores two pieces of news, or neither.
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

    /// Returns the titles of the news since a time, the latest first; condition and order are Swift expressions.
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
