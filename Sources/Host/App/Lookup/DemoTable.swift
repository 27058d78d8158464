@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The resolver of the demonstration app. It answers from a table, which it reads at the first question.
final class DemoTable: Resolver {
    let name = "demonstration"
    private let file: String
    private let read = Mutex<LookupTable?>(nil)

    init(file: String) { self.file = file }

    func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
        try await table().resolve(question)
    }

    func recall(_ question: Question) -> RecalledAnswer? { try? table().recall(question) }

    func canResolve(_ url: RouteURL) -> Availability { canResolve(url, for: .open) }

    func canResolve(_ url: RouteURL, for verb: Request.Verb) -> Availability {
        (try? table().canResolve(url, for: verb)) ?? .no
    }

    private func table() throws(ResolverError) -> LookupTable {
        try read.withLock { (read) throws(ResolverError) in
            if let read { return read }
            do throws(Failure) {
                let table = try LookupTable(file: file, name: name)
                read = table
                return table
            } catch {
                throw .unavailable(resolver: name, reason: "\(error)")
            }
        }
    }
}
