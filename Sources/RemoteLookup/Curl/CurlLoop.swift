import CurlShim
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
