@_spi(Host) import ModuleKit
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A reply` {
    struct Failure: Error, Equatable {}

    /// Keeps a reply for later.
    final class Drawer: Sendable {
        private let reply = Mutex<Reply<String>?>(nil)
        func keep(_ reply: Reply<String>) { self.reply.withLock { $0 = reply } }
        func take() -> Reply<String>? {
            reply.withLock { reply in
                defer { reply = nil }
                return reply
            }
        }
        var isFull: Bool { reply.withLock { $0 != nil } }
    }

    private static func scene(_ body: @escaping @Sendable (Reply<String>) -> Void) throws -> Scene {
        try Scene([Call("/legacy") { request in try await request.awaitReply(body) }.route])
    }

    @Test func `a reply answers from another thread`() async throws {
        let scene = try Self.scene { reply in Task.detached { reply("answer") } }
        #expect(try await scene.call("app://legacy").get() == "answer")
    }

    @Test func `a reply fails with an error`() async throws {
        let scene = try Self.scene { $0.fail(Failure()) }
        guard case .handlerFailed(_, "/legacy", "Rent", let reason) = await scene.failure(of: "app://legacy")?.reason
        else {
            Issue.record("not failed")
            return
        }
        #expect(reason as? Failure == Failure())
    }

    @Test func `a reply that is given twice counts once, and the second is reported with its route`() async throws {
        let scene = try Self.scene { reply in
            reply("first")
            reply("second")
            reply.fail(Failure())
        }
        #expect(try await scene.call("app://legacy").get() == "first")
        #expect(scene.observer.notes.count == 2)
        #expect(
            scene.observer.notes.allSatisfy {
                $0.hasPrefix("Rent's route /legacy answered app://legacy twice")
            })
    }

    @Test func `a reply that is given again when the request is over is reported with its route too`() async throws {
        let second = Mutex<Reply<Page>?>(nil)
        let scene = try Scene([
            Open("/legacy") { request in
                try await request.awaitReply { (reply: Reply<Page>) in
                    second.withLock { $0 = reply }
                    reply(Page("Legacy") {})
                }
            }.route
        ])
        _ = try await scene.mediator.open("app://legacy", origin: .shell)
        second.withLock(\.self)?(Page("Again") {})
        #expect(scene.observer.notes.map { $0.hasPrefix("Rent's route /legacy answered app://legacy twice") } == [true])
    }

    @Test func `a reply that is let go fails the request at once`() async throws {
        let scene = try Self.scene { _ in }
        guard case .handlerFailed(_, _, _, let reason) = await scene.failure(of: "app://legacy")?.reason else {
            Issue.record("not failed")
            return
        }
        #expect(reason as? ReplyError == .neverGiven)
    }

    @Test func `a reply that comes after the deadline is late`() async throws {
        let drawer = Drawer()
        let scene = try Self.scene { drawer.keep($0) }
        let options = RequestOptions(deadline: .milliseconds(30))
        guard case .deadline = await scene.failure(of: "app://legacy", options: options)?.reason else {
            Issue.record("no deadline")
            return
        }
        drawer.take()?("too late")
        try await Condition.becomesTrue { scene.observer.notes.count == 1 }
        #expect(scene.observer.notes.first?.contains("ended after the request for app://legacy was over") == true)
    }
}
