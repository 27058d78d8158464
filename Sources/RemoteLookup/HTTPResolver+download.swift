import ModuleKit

extension HTTPResolver {
    /// The file at the endpoint, under the rules for questions: attempts, redirects of its own origin, the breaker.
    func download(limit: Int, within time: Duration) async throws(ResolverError) -> [UInt8] {
        guard !isOffline else { throw .offline(resolver: name) }
        let patience = Patience(total: time, attempt: time)
        let courier = Courier(endpoint: endpoint, patience: patience, network: courier.network, limit: limit)
        let answer = try await answer(to: HTTPRequest(address: endpoint.address, accept: "*/*"), by: courier)
        guard answer.status == 200 else { throw unavailable(status(of: answer)) }
        guard let body = answer.body else {
            throw .invalidAnswer(resolver: name, reason: "the file is longer than \(limit) bytes")
        }
        return body
    }
}
