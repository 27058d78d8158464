import Dispatch
@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The part of a shell that receives links from other programs. It opens each URL in a separate task, with the rights
/// of an external caller.
final class LinkListener: Sendable {
    /// The maximum number of simultaneous connections; a further connection is closed immediately.
    private static let connectionLimit = 8

    private let session: Session
    private let socket: LocalSocket
    private let connections = Mutex(0)

    /// Starts to listen. If that is not possible, reports the reason and returns `nil`.
    init?(_ session: Session) {
        do throws(Failure) {
            socket = try LinkFolder.open(session.environment).listen()
        } catch {
            // A system without a folder for sockets is not a fault; `link status` explains it.
            if error != LinkFolder.noRuntimeFolder { session.console.report(error) }
            return nil
        }
        self.session = session.external
        // A thread of the queue accepts connections until `end()`.
        DispatchQueue(label: "switchboard.links").async { self.acceptAll() }
    }

    /// Stops listening, without waiting for open connections.
    func end() { socket.shutDown() }

    private func acceptAll() {
        while let peer = socket.accept(seconds: LinkMessage.senderSeconds) {
            let isAccepted = connections.withLock { count in
                guard count < Self.connectionLimit else { return false }
                count += 1
                return true
            }
            guard isAccepted else { continue }
            BlockingExecutor.task {
                await self.serve(peer)
                self.connections.withLock { $0 -= 1 }
            }
        }
    }

    /// Receives one URL, opens it and replies; gives up on a peer that is slow or silent.
    private func serve(_ peer: LocalSocket) async {
        guard peer.peer != nil, (try? peer.send(LinkMessage.greeting)) != nil else { return }
        do throws(FileError) {
            let bytes = try peer.receive(limit: LinkMessage.replyLimit)
            guard !bytes.isEmpty else { return }
            try peer.send(await open(bytes).bytes)
        } catch {
            if case .tooLarge = error { try? peer.send(LinkMessage.Reply(LinkMessage.tooLong).bytes) }
        }
    }

    private func open(_ bytes: [UInt8]) async -> LinkMessage.Reply {
        let asked: LinkMessage.Request
        do throws(Failure) {
            asked = try LinkMessage.request(bytes)
        } catch {
            return LinkMessage.Reply(error)
        }
        note(asked.url, isAlone: asked.isAlone == true)
        var session = session
        if let deadline = asked.deadline { session.options = RequestOptions(deadline: .seconds(deadline)) }
        session.options.opensParents = asked.isAlone != true
        // The page may wait for the user, so it opens in a separate task, and the reply does not wait for the user.
        let request = ShellRequest(line: nil, on: BlockingExecutor())
        let feedback = Promise<Feedback>()
        request.run { [session] () throws(Failure) in
            do throws(Failure) {
                feedback.fulfill(try await session.open(asked.url))
                return .done
            } catch {
                // Records and reports the failure as the shell does for a typed line.
                session.log.note(.failure(error.code))
                session.console.report(error)
                throw error
            }
        }
        await request.settle()
        switch request.outcome {
        case .failure(let failure)?: return LinkMessage.Reply(failure)
        case .success?: return Self.reply(await feedback.wait())
        case nil: return LinkMessage.Reply(result: "waiting")
        }
    }

    /// Records the link as a `send` line. A replay of the recording then opens the link.
    private func note(_ url: String, isAlone: Bool) {
        let shown = session.mediator.redacted(url)
        let option = isAlone ? "\(Command.alone.name) " : ""
        let line = "\(Command.send.name) \(option)\(ShellWords.quote(shown))"
        session.log.note(.line(line, isRedacted: shown != url))
    }

    private static func reply(_ feedback: Feedback) -> LinkMessage.Reply {
        switch feedback.outcome {
        case .dismissed: LinkMessage.Reply(result: "dismissed")
        case .done: LinkMessage.Reply(result: "done")
        case .suppressed: LinkMessage.Reply(result: "suppressed")
        default:
            LinkMessage.Reply(
                result: "shown", title: feedback.entries.last.map { PlainText.line($0.title, limit: 200) })
        }
    }
}
