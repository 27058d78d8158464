@testable import RemoteLookup

extension CurlTransport {
    /// The answer at an address, asked for with nothing of the test's own.
    static func get(_ address: String, bodyLimit: Int, deadline: Duration) async throws -> HTTPAnswer {
        try await answer(to: HTTPRequest(address: address), bodyLimit: bodyLimit, deadline: deadline)
    }
}
