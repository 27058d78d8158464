import CurlShim
import Glibc

/// All transfers that are running; they belong to one thread.
struct CurlMulti {
    private let handle: CurlHandle
    private let library: CurlLibrary
    private var exchanges: [CurlHandle: CurlExchange] = [:]

    init(_ handle: CurlHandle, _ library: CurlLibrary) {
        self.handle = handle
        self.library = library
    }

    /// Starts a transfer, unless it has ended before its turn comes.
    mutating func start(_ transfer: Transfer) {
        guard !transfer.hasEnded else { return }
        do throws(TransportError) {
            let exchange = try CurlExchange(transfer, library)
            let code = library.multiAdd(handle, exchange.handle)
            guard code == 0 else { throw .failed(reason: "libcurl does not start the transfer (CURLMcode \(code))") }
            exchanges[exchange.handle] = exchange
        } catch {
            transfer.end(.failure(error))
        }
    }

    /// Does what can be done without waiting.
    mutating func perform() {
        for exchange in exchanges.values where exchange.transfer.hasEnded { remove(exchange.handle) }
        var count: CInt = 0
        _ = library.multiPerform(handle, &count)
        while let message = library.multiRead(handle, &count)?.pointee {
            guard message.kind == Self.isDone, let handle = message.handle else { continue }
            let exchange = exchanges[handle]
            let code = message.data.code
            // Its connection is free again before anybody hears of the end and asks the next question.
            remove(handle)
            exchange?.finish(code)
        }
    }

    /// Waits until there is something to do, or somebody calls.
    func wait() {
        // The pause stands in for the waiting where libcurl cannot wait, such as without memory.
        if library.multiPoll(handle, nil, 0, .max, nil) != 0 { usleep(10_000) }
    }

    private mutating func remove(_ easy: CurlHandle) {
        _ = library.multiRemove(handle, easy)
        exchanges[easy] = nil
    }

    private static let isDone: CInt = 1  // CURLMSG_DONE
}
