import ModuleKit

@testable import RemoteLookup

extension HTTPResolver {
    /// A resolver that asks once and keeps nothing between starts, with a network of its own.
    init(endpoint: String, deadline: Duration = .seconds(60)) throws {
        try self.init(
            ResolverSetup(endpoint: endpoint),
            retryPolicy: RetryPolicy(total: deadline, attempt: deadline, attempts: 1),
            network: Network(timing: .system))
    }
}
