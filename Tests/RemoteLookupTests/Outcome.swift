@_spi(Host) import ModuleKit

/// The outcome of a question, for tables: a resolution, none, or the kind of error with its reason.
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
        } catch {
            switch error.code {
            case .unavailable: self = .unavailable(error.detail)
            case .invalidAnswer: self = .invalidAnswer(error.detail)
            case .timedOut: self = .timedOut(seconds: Int(error.detail) ?? 0)
            case .cancelled: self = .cancelled
            case .offline: self = .offline
            default: throw error
            }
        }
    }
}
