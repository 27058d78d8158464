import CurlShim
import Glibc
import Synchronization

/// Runs the transfers that it is given, all on the thread that calls `run`.
final class CurlLoop: Sendable {
    private let library: CurlLibrary
    /// Safe to share: any thread passes it to `curl_multi_wakeup`, which libcurl allows beside all else. With everything
    /// else it is used by one thread at a time: by the one that makes it, before this object is known to another, and then
    /// by the one that calls `run`, which `CurlThread` starts afterwards, and only once. It is never cleaned up, so that no
    /// thread holds what is not there any more.
    private nonisolated(unsafe) let multi: CurlHandle
    private static let idleConnections: CInt = 6  // CURLMOPT_MAXCONNECTS
    private let arrivals = Mutex<[Transfer]>([])
    private let isStopped = Mutex(false)

    init(_ library: CurlLibrary) throws(TransportError) {
        // A handle that cannot be woken would wait for ever; without free descriptors libcurl makes such a one.
        guard let multi = library.multiInit(), library.multiWakeUp(multi) == 0 else {
            throw .failed(reason: "libcurl makes no handle")
        }
        // As many idle connections as there are questions at once; by itself libcurl keeps more or fewer with each question.
        _ = curl_shim_set_long(library.multiSetOption, multi, Self.idleConnections, Network.slotCount)
        self.library = library
        self.multi = multi
    }

    /// Starts a transfer, on the loop's next turn.
    func start(_ transfer: Transfer) {
        arrivals.withLock { $0.append(transfer) }
        wakeUp()
    }

    /// Has the loop look at once which transfers have ended without it.
    func wakeUp() { _ = library.multiWakeUp(multi) }

    /// Has `run` return, whatever is running. From now on, nothing of libcurl is used any more but for waiting.
    func stop() {
        isStopped.withLock { $0 = true }
        wakeUp()
    }

    /// Runs transfers until the loop is stopped; for one thread.
    func run() {
        var transfers = CurlMulti(multi, library)
        while turn(&transfers) { transfers.wait() }
    }

    /// Does what can be done without waiting; `false` once the loop is stopped.
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

/// The one thread of the process that libcurl runs on: it begins with the first transfer, and waits where there is
/// nothing to do.
enum CurlThread {
    /// What runs on the thread, or why there is none.
    static let loop = Result { () throws(TransportError) in try start() }

    private static func start() throws(TransportError) -> CurlLoop {
        let loop = try CurlLoop(library())
        guard BackgroundThread.start(loop.run) else { throw .failed(reason: "the system has no thread left for it") }
        // The libraries below libcurl take their state down when the process exits, and would do so under a thread that
        // is closing a connection. What is registered last is called first.
        atexit { try? CurlThread.loop.get().stop() }
        return loop
    }

    private static func library() throws(TransportError) -> CurlLibrary {
        do {
            return try CurlLibrary()
        } catch {
            throw .failed(reason: "\(error)")
        }
    }
}
