@_spi(Host) import ModuleKit
import Synchronization

/// The code of this side to which values on the other side refer, and the live pages of the other side that this side
/// displays.
final class References: Sendable {
    /// The code to which a number refers.
    enum Target: Sendable {
        case page(ExportedPage)
        case stream(ExportedStream)
        /// An interceptor's code that decides on a request after a detour.
        case resume(Request, @Sendable (Payload) async throws -> Decision)
        /// Receives the progress of an upload.
        case progress(@Sendable (Int, Int) -> Void)
    }

    private struct State {
        var targets: [UInt64: Target] = [:]
        var lastNumber: UInt64 = 0
        /// The live pages of the other side, keyed by number. Values on this side keep them alive.
        var imported: [UInt64: @Sendable () -> ImportedPage?] = [:]
        /// The newest elements of each page that has not arrived from the other side yet, with the size of their frame,
        /// in the order of their arrival.
        var early: [(number: UInt64, version: UInt64, content: [PageElement], size: Int)] = []
        /// The numbers of the pages whose changed elements were not sent yet.
        var changed: Set<UInt64> = []
    }

    /// The largest number of pages with early elements, and the largest size of these elements together.
    private static let earlyLimit = (pages: 64, bytes: WireProtocol.frameLimit)

    private let state: Mutex<State>
    /// Whether `changed` has pages, or their elements are being sent. Written under the lock of the state.
    private let isDirty = Atomic(false)
    private let flushing = Mutex(())

    /// Creates an empty table whose numbers begin after a given one.
    init(after number: UInt64 = 0) { state = Mutex(State(lastNumber: number)) }

    /// Whether the other side may refer to code of this side.
    var isEmpty: Bool { state.withLock { $0.targets.isEmpty } }

    /// Keeps code until the other side releases its number. Throws if that side holds too many references.
    func add(_ target: Target) throws(DescribedError) -> UInt64 {
        try state.withLock { (state) throws(DescribedError) in
            guard state.targets.count < WireProtocol.referenceLimit else {
                throw DescribedError(
                    description:
                        "the other process holds \(WireProtocol.referenceLimit) pages and streams and releases none; "
                        + "start the module again")
            }
            state.lastNumber += 1
            state.targets[state.lastNumber] = target
            return state.lastNumber
        }
    }

    /// Keeps code to which a frame refers. The code is released if the frame is not sent.
    func add(_ target: Target, to frame: inout FrameEncoder) throws(DescribedError) -> UInt64 {
        let number = try add(target)
        frame.references.append(number)
        return number
    }

    /// Releases the code to which an unsent frame refers.
    func releaseAll(of frame: FrameEncoder) { for number in frame.references { release(number) } }

    subscript(_ number: UInt64) -> Target? { state.withLock { $0.targets[number] } }

    func release(_ number: UInt64) {
        // Released outside of the lock, because releasing the target may run code of a module.
        let target = state.withLock { $0.targets.removeValue(forKey: number) }
        withExtendedLifetime(target) {}
    }

    func removeAll() {
        let former = state.withLock { state in
            defer { (state.targets, state.imported, state.early) = ([:], [:], []) }
            return state.targets
        }
        withExtendedLifetime(former) {}
    }

    // MARK: Live pages of this side

    /// Keeps a page that has code, and returns a copy to send, in which marks replace the code.
    func export(
        _ page: Page, to peer: Peer, in frame: inout FrameEncoder
    ) throws(DescribedError) -> Page {
        guard page.isLive || page.receiver.map({ $0.url == nil }) ?? false || page.elements.contains(where: \.hasCode)
        else { return page }
        let exported = ExportedPage(page)
        let number = try add(.page(exported), to: &frame)
        return exported.marked(number, whenChanged: change(of: number, to: peer))
    }

    private func change(of number: UInt64, to peer: Peer) -> @Sendable () -> Void {
        { [weak peer] in if let peer { peer.references.noteChange(of: number, to: peer) } }
    }

    private func noteChange(of number: UInt64, to peer: Peer) {
        let isFirst = state.withLock { state in
            isDirty.store(true, ordering: .releasing)
            return state.changed.insert(number).inserted && state.changed.count == 1
        }
        if isFirst { Task { flushPages(to: peer) } }
    }

    /// Sends the changed elements of pages. Frames that the caller sends afterwards do not overtake them.
    func flushPages(to peer: Peer) {
        guard isDirty.load(ordering: .acquiring) else { return }
        flushing.withLock { _ in
            let changed = state.withLock { state in
                defer { state.changed = [] }
                return state.changed.sorted()
            }
            for number in changed { send(number, to: peer) }
            // Cleared last: until then, a thread that has an answer to send waits for the lock.
            state.withLock { if $0.changed.isEmpty { isDirty.store(false, ordering: .releasing) } }
        }
    }

    private func send(_ number: UInt64, to peer: Peer) {
        guard case .page(let page)? = self[number],
            let (elements, version) = page.renewed(number, whenChanged: change(of: number, to: peer))
        else { return }
        do {
            for element in elements { try element.checkRows() }
            try peer.tell(Messages.elements, number, version, FrameJSON(elements))
        } catch {
            // The page itself displays why it no longer changes.
            _ = try? peer.tell(Messages.elements, number, version, FrameJSON(Text(error.inWords).elements))
        }
    }

    // MARK: Live pages of the other side

    /// Keeps a page of the other side, and displays the elements that arrived before the page, if any.
    func keep(_ page: ImportedPage, as number: UInt64) {
        let early = state.withLock { state in
            state.imported[number] = { [weak page] in page }
            defer { state.early.removeAll { $0.number == number } }
            return state.early.first { $0.number == number }
        }
        if let early { page.show(early.content, version: early.version) }
    }

    /// Displays new elements of a page of the other side. Elements that arrive before their page are kept.
    func show(_ notice: Ask) throws {
        let (number, version, elements) = try Messages.elements.fields(of: notice)
        let page = state.withLock { state -> ImportedPage? in
            if let page = state.imported[number] { return page() }
            if state.early.contains(where: { $0.number == number && $0.version > version }) { return nil }
            state.early.removeAll { $0.number == number }
            state.early.append((number, version, elements.value, notice.fields.size))
            // The oldest elements are dropped if there are too many.
            while state.early.count > Self.earlyLimit.pages
                || state.early.reduce(0, { $0 + $1.size }) > Self.earlyLimit.bytes
            {
                state.early.removeFirst()
            }
            return nil
        }
        page?.show(elements.value, version: version)
    }

    /// Removes a page of the other side to which values on this side no longer refer.
    fileprivate func forget(_ number: UInt64) {
        state.withLock { state in
            state.imported[number] = nil
            state.early.removeAll { $0.number == number }
        }
    }
}

/// A reference to code of the other side. When this object is released, the other side releases the code.
final class RemoteReference: Sendable {
    let number: UInt64
    private weak let owner: Peer?

    init(_ number: UInt64, of peer: Peer) {
        self.number = number
        owner = peer
    }

    deinit {
        guard let owner else { return }
        owner.references.forget(number)
        _ = try? owner.tell(Messages.release, number)
    }

    /// Returns the connection, or throws after its end.
    func peer() throws(PeerError) -> Peer {
        guard let peer = owner else { throw PeerError.ended }
        return peer
    }
}

/// A stream of this side over which the other side iterates.
actor ExportedStream {
    private let elements: PayloadStream<Payload>
    /// The iterators that are not waiting for their next value, keyed by the number of the iteration.
    private var iterators: [UInt64: PayloadStream<Payload>.Iterator] = [:]
    /// The number of iterations that are waiting for their next value.
    private var stepping = 0

    init(_ elements: PayloadStream<Payload>) { self.elements = elements }

    /// Returns the next value of an iteration. The first call begins the iteration.
    func next(_ iteration: UInt64) async throws -> Payload? {
        let present = iterators.removeValue(forKey: iteration)
        guard present != nil || iterators.count + stepping < WireProtocol.iterationLimit else {
            throw DescribedError(
                description:
                    "\(WireProtocol.iterationLimit) iterations of one stream are open in the other process; end some")
        }
        var iterator = present ?? elements.makeAsyncIterator()
        stepping += 1
        defer { stepping -= 1 }
        let value = try await iterator.next()
        if value != nil { iterators[iteration] = iterator }
        return value
    }

    func end(_ iteration: UInt64) { iterators[iteration] = nil }
}

/// A stream of the other side.
struct RemoteStream: AsyncSequence, Sendable {
    let reference: RemoteReference
    private static let lastIteration = Atomic<UInt64>(0)

    /// An iteration. Its end is reported to the other side.
    final class Iterator: AsyncIteratorProtocol {
        private let reference: RemoteReference
        private let number = RemoteStream.lastIteration.add(1, ordering: .relaxed).newValue

        init(_ reference: RemoteReference) { self.reference = reference }

        deinit {
            _ = try? reference.peer().tell(Messages.endIteration, reference.number, number)
        }

        func next() async throws -> Payload? {
            try await reference.peer().ask(Messages.nextElement, reference.number, number)
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(reference) }
}
