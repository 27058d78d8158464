import CurlShim
import Glibc
import Platform
import Synchronization

/// The loop that performs all transfers, on the thread that calls `run`.
final class CurlLoop: Sendable {
    /// The only loop of the process, or the error because of which it could not start. The thread starts with the first
    /// transfer.
    static let shared: Result<CurlLoop, TransportError> = Result { () throws(TransportError) in
        let loop = try CurlLoop(CurlLibrary())
        guard BackgroundThread.start(loop.run) else { throw .failed(reason: "the system could not start a thread") }
        // At exit, the libraries that libcurl uses release their state, even while a thread closes a connection. The
        // loop must stop earlier. Exit handlers run in the reverse order of their registration, so this handler runs
        // first.
        atexit { try? CurlLoop.shared.get().stop() }
        return loop
    }

    private let library: CurlLibrary
    /// The handle is safe to share. Any thread may pass it to `curl_multi_wakeup`, even while another thread uses the
    /// handle. For all other calls, one thread at a time uses the handle: first the thread that creates it, and then
    /// the only thread that calls `run`, which `shared` starts later. The handle is never freed, so no thread can hold
    /// a dangling handle.
    private nonisolated(unsafe) let multi: CurlHandle
    private static let keptConnections: CInt = 6  // CURLMOPT_MAXCONNECTS
    private let arrivals = Mutex<[Transfer]>([])
    private let isStopped = Mutex(false)

    init(_ library: CurlLibrary) throws(TransportError) {
        // A handle that cannot be woken would wait for ever; libcurl creates such a handle if no descriptor is free.
        guard let multi = library.multiInit(), library.multiWakeUp(multi) == 0 else {
            throw .failed(reason: "libcurl could not create a handle")
        }
        // libcurl closes idle connections if the number of idle and busy connections exceeds this limit. This value
        // keeps the connections of eight busy origins open. By default, libcurl derives the limit from the number of
        // transfers.
        _ = curl_shim_set_long(library.multiSetOption, multi, Self.keptConnections, 8 * Network.slotCount)
        self.library = library
        self.multi = multi
    }

    /// Starts a transfer in the loop's next turn.
    func start(_ transfer: Transfer) {
        arrivals.withLock { $0.append(transfer) }
        wakeUp()
    }

    /// Wakes the loop, which then removes the transfers that other threads have ended.
    func wakeUp() { _ = library.multiWakeUp(multi) }

    /// Makes `run` return. After this call, the loop does not start or continue any transfer.
    func stop() {
        isStopped.withLock { $0 = true }
        wakeUp()
    }

    func run() {
        var transfers = CurlMulti(multi, library)
        while turn(&transfers) { transfers.wait() }
    }

    /// Performs the work that is possible without waiting; returns `false` after `stop()`.
    private func turn(_ transfers: inout CurlMulti) -> Bool {
        isStopped.withLock { isStopped in
            guard !isStopped else { return false }
            for transfer in takeArrivals() { transfers.start(transfer) }
            transfers.perform()
            return true
        }
    }

    private func takeArrivals() -> [Transfer] {
        arrivals.withLock { arrivals in
            defer { arrivals = [] }
            return arrivals
        }
    }
}

/// All running transfers; they belong to one thread.
struct CurlMulti {
    private let handle: CurlHandle
    private let library: CurlLibrary
    private var exchanges: [CurlHandle: CurlExchange] = [:]

    init(_ handle: CurlHandle, _ library: CurlLibrary) {
        self.handle = handle
        self.library = library
    }

    /// Starts a transfer, unless it has already ended.
    mutating func start(_ transfer: Transfer) {
        guard !transfer.hasEnded else { return }
        do throws(TransportError) {
            let exchange = try CurlExchange(transfer, library)
            let code = library.multiAdd(handle, exchange.handle)
            guard code == 0 else { throw .failed(reason: "libcurl could not start the transfer (CURLMcode \(code))") }
            exchanges[exchange.handle] = exchange
        } catch {
            transfer.end(.failure(error))
        }
    }

    /// Performs the work that is possible without waiting.
    mutating func perform() {
        for exchange in exchanges.values where exchange.transfer.hasEnded { remove(exchange.handle) }
        var count: CInt = 0
        _ = library.multiPerform(handle, &count)
        while let message = library.multiRead(handle, &count)?.pointee {
            guard message.kind == Self.isDone, let handle = message.handle else { continue }
            let exchange = exchanges[handle]
            let code = message.data.code
            // Frees the connection before the caller sees the end and asks the next question.
            remove(handle)
            exchange?.finish(code)
        }
    }

    /// Waits until there is work, or until another thread wakes the loop.
    func wait() {
        // The pause replaces the wait if libcurl cannot wait, for example for lack of memory.
        if library.multiPoll(handle, nil, 0, .max, nil) != 0 { usleep(10_000) }
    }

    private mutating func remove(_ easy: CurlHandle) {
        _ = library.multiRemove(handle, easy)
        exchanges[easy] = nil
    }

    private static let isDone: CInt = 1  // CURLMSG_DONE
}
