/// Transfers through libcurl, which keeps nothing between them but connections and the addresses of hosts.
struct CurlTransport: Transport {
    /// libcurl looks at its own deadline only between what it does, and not where a server keeps it busy.
    private static let deadlines = Deadlines(.system)

    func answer(
        to request: HTTPRequest, bodyLimit: Int, deadline: Duration
    ) async throws(TransportError) -> HTTPAnswer {
        let loop = try CurlThread.loop.get()
        let transfer = Transfer(request, bodyLimit: bodyLimit, deadline: deadline)
        let watch = Self.deadlines.add(after: deadline) { end(transfer, .timedOut, in: loop) }
        defer { Self.deadlines.remove(watch) }
        let result = await withTaskCancellationHandler {
            loop.start(transfer)
            return await transfer.outcome
        } onCancel: {
            end(transfer, .cancelled, in: loop)
        }
        return try result.get()
    }

    private func end(_ transfer: Transfer, _ error: TransportError, in loop: CurlLoop) {
        transfer.end(.failure(error))
        loop.wakeUp()
    }
}
