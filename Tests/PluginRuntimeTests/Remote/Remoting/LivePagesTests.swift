import Glibc
@_spi(Host) import ModuleKit
import Synchronization
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

/// Both sides of a connection in one process: one side has a live page, and the other side shows it.
@Suite(.timeLimit(.minutes(2))) struct `A live page of an isolated module` {
    /// A side that answers with a page.
    private struct Owner: PeerService {
        static let message = Message<Payload>(.route)
        let page: Page
        var beforeAnswer: @Sendable () -> Void = {}

        func answer(_ ask: Ask, to peer: Peer) async throws -> FrameEncoder {
            if case .message = ask.method { return try await peer.answerReference(ask) }
            let answer = try peer.answer(ask, Self.message, Payload(page))
            beforeAnswer()
            return answer
        }

        func take(_ notice: Ask, from peer: Peer) throws { try peer.takeReference(notice) }
    }

    /// A view model with one word, which it can write slowly.
    private final class Word: ViewModel {
        enum Message: Codable { case write(String) }

        let word = Live("first")
        let isSlow = Atomic(false)
        let isWriting = Atomic(false)
        let isWritten = Atomic(false)
        let isAnswered = Atomic(false)

        var content: [PageElement] { Text(written(word.value)) }

        private func written(_ text: String) -> String {
            guard isSlow.load(ordering: .acquiring) else { return text }
            isWriting.store(true, ordering: .releasing)
            // An answer that does not wait for the page is sent in this time.
            for _ in 0..<200 where !isAnswered.load(ordering: .acquiring) { usleep(1_000) }
            isWritten.store(true, ordering: .releasing)
            return text
        }

        func receive(_ message: Message) async throws {
            if case .write(let text) = message { word.value = text }
        }
    }

    /// Shows another view model in a part that the page creates again each time.
    private final class Around: ViewModel {
        private let word: Word
        private let isModel: Bool

        init(_ word: Word, isModel: Bool) { (self.word, self.isModel) = (word, isModel) }

        var content: [PageElement] {
            if isModel {
                Container("part", showing: word)
            } else {
                Container("part", receiving: { [word] (message: Word.Message) in try await word.receive(message) }) {
                    Text(word.word.value)
                }
            }
        }
    }

    private final class Numbers: ViewModel {
        let count = Live(1)

        var content: [PageElement] { Table(["Number"], rows: Rows(count: count.value) { Table.Row(["\($0)"]) }) }
    }

    /// Connects the side of a page with a side that has asked for the page.
    private static func shown(
        _ owner: Owner, _ body: (_ page: Page, _ owner: Peer) async throws -> Void
    ) async throws {
        let (first, second) = try FrameSocket.pair()
        let (peer, asking) = (
            Peer(FrameSocket(first), owner, isModule: true), Peer(FrameSocket(second), owner, isModule: false)
        )
        for peer in [peer, asking] {
            let isStarted = BackgroundThread.start {
                peer.read()
                peer.asks.failAll(PeerError.ended)
            }
            #expect(isStarted)
        }
        defer { peer.close() }
        let page = try #require(try await asking.ask(Owner.message).unchanged(as: Page.self))
        try await body(page, peer)
    }

    @Test func `a live page shows elements that were sent before the page itself`() async throws {
        let model = Word()
        let owner = Owner(page: Page("Page", showing: model)) { model.word.value = "second" }
        try await Self.shown(owner) { page, _ in #expect(page.current.elements == Text("second").elements) }
    }

    @Test func `a live page's new elements are written before an answer is sent`() async throws {
        let model = Word()
        try await Self.shown(Owner(page: Page("Page", showing: model))) { _, owner in
            model.isSlow.store(true, ordering: .releasing)
            model.word.value = "second"
            #expect(BackgroundThread.start { owner.references.flushPages(to: owner) })
            try await Condition.becomesTrue { model.isWriting.load(ordering: .acquiring) }
            // A side does this before each answer.
            owner.references.flushPages(to: owner)
            let isWritten = model.isWritten.load(ordering: .acquiring)
            #expect(isWritten)
            model.isAnswered.store(true, ordering: .releasing)
        }
    }

    @Test func `a live page explains why it is no longer updated`() async throws {
        let model = Numbers()
        try await Self.shown(Owner(page: Page("Page", showing: model))) { page, _ in
            model.count.value = PageElement.rowLimit + 1
            try await Condition.becomesTrue { "\(page.current.elements)".contains("rows cannot leave") }
        }
    }

    static let parts = ["a page's part", "a view model's part", "a closure's part"]

    @Test(arguments: parts) func `a live page accepts a choice from earlier elements`(part: String) async throws {
        let model = Word()
        let page =
            part == "a page's part"
            ? Page("Page") { Container("part", showing: model) }
            : Page("Page", showing: Around(model, isModel: part == "a view model's part"))
        try await Self.shown(Owner(page: page)) { page, owner in
            guard case .container(let container)? = page.elements.first else { throw PeerError.ended }
            // Closures cannot be compared, so not all are kept.
            for number in 0..<(part == "a closure's part" ? 100 : 1_500) {
                model.word.value = "\(number)"
                owner.references.flushPages(to: owner)
            }
            try await container.receiver?.receive(Payload(Word.Message.write("chosen")))
            #expect(model.word.value == "chosen")
        }
    }
}

@Suite(.timeLimit(.minutes(2))) struct `An outcome that an isolated module returns` {
    private static let model = Empty()
    private static let page = Page("Page", showing: model)
    private static let words = Payload(stream: AsyncStream<String> { $0.finish() })

    private final class Empty: ViewModel {
        var content: [PageElement] { Text("text") }
    }

    private static func value(_ payload: Payload) -> Outcome { .answered(.value(payload)) }

    static let outcomes: [(shown: Outcome, returned: Outcome, isSame: Bool)] = [
        (.answered(.done), .answered(.done), true), (.answered(.done), .answered(.declined), false),
        (.answered(.redirect(to: "a")), .answered(.redirect(to: "a")), true),
        (.answered(.redirect(to: "a")), .answered(.redirect(to: "b")), false),
        (.failed(RequestError(.tooDeep(chain: ["a"]))), .failed(RequestError(.tooDeep(chain: ["a"]))), true),
        (.failed(RequestError(.tooDeep(chain: ["a"]))), .failed(RequestError(.tooDeep(chain: ["b"]))), false),
        (.answered(.done), .failed(RequestError(.tooDeep(chain: []))), false),
        (value(Payload("a")), value(Payload("a")), true), (value(Payload("a")), value(Payload("b")), false),
        (value(Payload([1] as [UInt8])), value(Payload([1] as [UInt8])), true),
        (
            value(Payload(written: [0x31], type: "Int")), value(Payload(written: [0x31], type: "Int")), true
        ),
        (value(Payload(written: [0x31], type: "Int")), value(Payload(1)), false),
        (
            value(Payload(unavailable: .invalidJSON(reason: "a"))),
            value(Payload(unavailable: .invalidJSON(reason: "a"))), true
        ),
        (value(words), value(words), true),
        (value(words), value(Payload(stream: AsyncStream<String> { $0.finish() })), false),
        (.answered(.page(page)), .answered(.page(page)), true), (value(Payload(page)), value(Payload(page)), true),
        (value(Payload(page)), value(Payload(Page("Page", showing: model))), false),
        (.answered(.page(page)), .answered(.page(page.asking("Leave?"))), false),
        // They look equal, but behave differently.
        (.answered(.page(page)), .answered(.page(Page("Page", showing: model))), false),
        (.answered(.command(.push(page))), .answered(.command(.push(page))), true),
        (.answered(.command(.push(page))), .answered(.command(.push(Page("Page", showing: model)))), false),
        (.answered(.command(.pop)), .answered(.command(.popToRoot)), false),
    ]

    @Test(arguments: outcomes.indices) func `only an unchanged outcome is recognized as the same`(number: Int) {
        let (shown, returned, isSame) = Self.outcomes[number]
        #expect(shown.isSame(as: returned) == isSame)
    }
}
