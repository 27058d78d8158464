import Foundation
import FoundationNetworking

/// Transfers through one `URLSession` that keeps nothing: no cookies, no cache, no credentials.
///
/// FoundationNetworking itself ends the process for a few answers that a service can send, before any code here sees
/// them: a trailer after a chunked body, a `Content-Length` near 2⁶³, and a `Location` such as `//[::1]/`.
final class URLSessionTransport: Transport {
    /// The one of this process.
    static let shared = URLSessionTransport()

    private let transfers = TransferDelegate()
    private let session: URLSession

    private init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        // The caller has a deadline of its own; this one only must not come first.
        configuration.timeoutIntervalForRequest = 3600
        session = URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil)
    }

    func get(_ address: String, bodyLimit: Int) async throws(TransportError) -> HTTPAnswer {
        guard let url = URL(string: address) else { throw .failed(reason: "its address cannot carry the question") }
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        let transfer = Transfer(bodyLimit: bodyLimit)
        let result = await withTaskCancellationHandler {
            transfers.start(transfer, request, in: session)
            return await transfer.outcome
        } onCancel: {
            transfers.cancel(transfer)
        }
        return try result.get()
    }
}
