import Foundation
import FoundationNetworking
import Synchronization

/// Starts and stops the transfers of a session, and hands each what the session delivers for it.
///
/// Every call into the session is made on a queue of its own: such calls wait for a queue of FoundationNetworking that
/// a fast server keeps busy for seconds, and neither a caller nor a deadline may wait there.
final class TransferDelegate: NSObject, Sendable {
    private struct Running {
        let transfer: Transfer
        let task: URLSessionTask
    }

    private let running = Mutex<[Int: Running]>([:])
    private let queue = DispatchQueue(label: "switchboard.http")

    /// Starts a transfer, unless it has ended before its turn comes.
    func start(_ transfer: Transfer, _ request: URLRequest, in session: URLSession) {
        queue.async { [self] in
            guard !transfer.hasEnded else { return }
            let task = session.dataTask(with: request)
            running.withLock { $0[task.taskIdentifier] = Running(transfer: transfer, task: task) }
            task.resume()
        }
    }

    /// Ends a transfer at once; its task is stopped as soon as the session allows.
    func cancel(_ transfer: Transfer) {
        transfer.end(.failure(.cancelled))
        queue.async { [self] in
            running.withLock { $0.values.first { $0.transfer === transfer }?.task }?.cancel()
        }
    }

    /// Ends a transfer with the head of an answer.
    private func finish(_ task: URLSessionTask, with response: URLResponse?) {
        receive(for: task) { transfer in
            _ = response.map(transfer.receive)
            return false
        }
    }

    /// Gives a transfer what has come, and ends it where the rest is of no use.
    private func receive(for task: URLSessionTask, _ part: (Transfer) -> Bool) {
        guard let transfer = running.withLock({ $0[task.taskIdentifier]?.transfer }), !transfer.hasEnded,
            !part(transfer)
        else { return }
        transfer.finish()
        queue.async { task.cancel() }
    }
}

extension TransferDelegate: URLSessionDataDelegate {
    /// Leaves the redirect unanswered and stops the task: an answer that comes after the task was stopped ends the
    /// process with "Received callback for HTTP redirection, but we're not waiting for it".
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        finish(task, with: response)
    }

    /// Leaves the challenge unanswered too: without a credential storage the session would never go on.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        finish(task, with: challenge.failureResponse)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
        receive(for: dataTask) { $0.receive(response) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        receive(for: dataTask) { $0.receive(data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = running.withLock({ $0.removeValue(forKey: task.taskIdentifier)?.transfer }) else { return }
        if let error { transfer.end(.failure(TransportError(error))) } else { transfer.finish() }
    }
}
