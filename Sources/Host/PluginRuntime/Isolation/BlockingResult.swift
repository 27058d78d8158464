import Dispatch
import Synchronization

/// The result of an ask for a thread that waits for it.
final class BlockingResult: Sendable {
    private let result = Mutex<Result<FrameDecoder, any Error>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func give(_ result: Result<FrameDecoder, any Error>) {
        self.result.withLock { $0 = result }
        isThere.signal()
    }

    func take() -> Result<FrameDecoder, any Error> {
        isThere.wait()
        return result.withLock(\.self) ?? .failure(PeerEnd())
    }
}
