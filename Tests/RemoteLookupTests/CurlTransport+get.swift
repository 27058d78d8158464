@testable import RemoteLookup

extension CurlTransport {
    /// Returns the answer at an address to a request without further settings.
    static func get(_ address: String, bodyLimit: Int, deadline: Duration) async throws -> HTTPAnswer {
        try await answer(to: HTTPRequest(address: address), bodyLimit: bodyLimit, deadline: deadline)
    }
}
