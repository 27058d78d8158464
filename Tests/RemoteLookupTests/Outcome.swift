import ModuleKit

/// What came of a question, for tables: a resolution, none, or the kind of error with its reason.
enum Outcome: Sendable, Equatable {
    case resolved(Resolution)
    case none
    case unavailable(String)
    case invalidAnswer(String)
    case timedOut(seconds: Int)
    case cancelled
    case offline

    /// Asks a resolver.
    init(of resolver: any Resolver, for url: String) async throws {
        let url = try RouteURL(parsing: url)
        do throws(ResolverError) {
            self = try await resolver.resolve(Question(url)).map(Outcome.resolved) ?? .none
        } catch .unavailable(_, let reason) {
            self = .unavailable(reason)
        } catch .invalidAnswer(_, let reason) {
            self = .invalidAnswer(reason)
        } catch .timedOut(_, let seconds) {
            self = .timedOut(seconds: seconds)
        } catch .cancelled {
            self = .cancelled
        } catch .offline {
            self = .offline
        }
    }
}
