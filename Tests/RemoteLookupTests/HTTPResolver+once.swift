import ModuleKit

@testable import RemoteLookup

extension HTTPResolver {
    /// A resolver with its own network that asks once and keeps nothing between starts.
    init(endpoint: String, deadline: Duration = .seconds(60)) throws {
        try self.init(
            ResolverSetup(endpoint: endpoint),
            retryPolicy: RetryPolicy(total: deadline, attempt: deadline, attempts: 1),
            network: Network(timing: .system))
    }
}
