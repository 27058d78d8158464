/// Transfers through libcurl, which keeps nothing between them but connections and the addresses of hosts.
struct CurlTransport: Transport {
    func answer(
        to request: HTTPRequest, bodyLimit: Int, deadline: Duration
    ) async throws(TransportError) -> HTTPAnswer {
        let loop = try CurlThread.loop.get()
        let transfer = Transfer(request, bodyLimit: bodyLimit, deadline: deadline)
        let result = await withTaskCancellationHandler {
            loop.start(transfer)
            return await transfer.outcome
        } onCancel: {
            transfer.end(.failure(.cancelled))
            loop.wakeUp()
        }
        return try result.get()
    }
}
