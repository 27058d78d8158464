import CurlShim

/// The transport of HTTP requests through libcurl. Between transfers, libcurl keeps only connections and hosts'
/// addresses.
enum CurlTransport {
    /// Returns the answer to a request; redirects are not followed, and a body that is longer than the limit after
    /// decoding is dropped.
    ///
    /// The transfer ends after the time `deadline`, or immediately if the task is cancelled.
    static func answer(
        to request: HTTPRequest, bodyLimit: Int, deadline: Duration
    ) async throws(TransportError) -> HTTPAnswer {
        let loop = try CurlLoop.shared.get()
        let transfer = Transfer(request, bodyLimit: bodyLimit, deadline: deadline)
        // libcurl checks the deadline only between its steps. A server that keeps libcurl busy could exceed the
        // deadline.
        transfer.endInTime()
        let result = await withTaskCancellationHandler {
            loop.start(transfer)
            return await transfer.outcome
        } onCancel: {
            transfer.end(.failure(.cancelled))
        }
        // If the transfer timed out or was cancelled, the loop must wake up to remove it.
        if case .failure = result { loop.wakeUp() }
        return try result.get()
    }
}

/// A running transfer: its handle, and the data received so far. Only the thread that created the object may use it.
final class CurlExchange {
    let transfer: Transfer
    private let easy: CurlEasy
    private var head = HTTPHead()
    /// The body received so far; `nil` if it is longer than the limit.
    private var body: [UInt8]? = []
    /// The number of bytes of the request's body that were sent and reported.
    private var sentBytes = 0
    /// The fault in the answer because of which the transfer ends early.
    private var fault: String?

    init(_ transfer: Transfer, _ library: CurlLibrary) throws(TransportError) {
        self.transfer = transfer
        easy = try CurlEasy(library)
        try easy.setRequest(transfer)
        try setReceivers()
    }

    var handle: CurlHandle { easy.handle }

    func finish(_ code: CInt) { transfer.end(outcome(code)) }

    private func outcome(_ code: CInt) -> Transfer.Outcome {
        if let fault { return .failure(.failed(reason: fault)) }
        guard code == CurlCode.ok || body == nil else {
            return .failure(TransportError(curl: code, detail: easy.errorText))
        }
        // libcurl does not report an error if a connection ends within a head.
        guard !head.isOpen else { return .failure(.failed(reason: CurlCode.partialBody.words())) }
        return .success(HTTPAnswer(status: easy.status, headers: head.decodedHeaders, body: body))
    }

    private func setReceivers() throws(TransportError) {
        // The context is not retained: libcurl calls back only while the handle exists, and this object owns the
        // handle.
        let context = Unmanaged.passUnretained(self).toOpaque()
        try easy.set(.headContext, to: context)
        try easy.set(.receiveHead) { bytes, size, count, context in
            CurlExchange.receive(bytes, size * count, context) { $0.receive(line: $1) }
        }
        try easy.set(.bodyContext, to: context)
        try easy.set(.receiveBody) { bytes, size, count, context in
            CurlExchange.receive(bytes, size * count, context) { $0.receive(part: $1) }
        }
        guard transfer.request.body?.report != nil else { return }
        try easy.set(.progressContext, to: context)
        try easy.set(.reportProgress) { context, _, _, total, sent in
            if let context {
                Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue().report(sent, of: total)
            }
            return 0
        }
        try easy.set(.noProgress, to: 0)
    }

    /// Reports the number of sent bytes of the body if it has grown.
    private func report(_ count: Int, of total: Int) {
        guard count > sentBytes else { return }
        sentBytes = count
        transfer.request.body?.report?(count, total)
    }

    /// Passes received bytes to the exchange that `context` points to; returns their number, or 0 to end the transfer.
    private static func receive(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
        _ take: (CurlExchange, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let context else { return 0 }
        let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
        return take(exchange, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    private func receive(line: UnsafeRawBufferPointer) -> Bool {
        if !head.append(line) {
            fault = CurlCode.tooLarge.words()
        } else if !head.isOpen {
            switch head.length {
            case .bytes(let count) where count > transfer.bodyLimit: body = nil
            case .invalid: fault = CurlCode.weirdReply.words()
            case .bytes, .unknown: break
            }
        }
        return fault == nil && body != nil
    }

    private func receive(part: UnsafeRawBufferPointer) -> Bool {
        let fits = part.count <= transfer.bodyLimit - (body?.count ?? 0)
        if fits { body?.append(contentsOf: part) } else { body = nil }
        return fits
    }
}
