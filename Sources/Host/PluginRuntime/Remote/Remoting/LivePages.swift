@_spi(Host) import ModuleKit
import Synchronization

/// A page that this process has sent to another process. Some receivers of its messages are code in this process.
///
/// The other process displays the page's elements as they change, and sends the page's messages to this object.
final class ExportedPage: Sendable {
    private struct State {
        /// The receivers, keyed by number. `version` is the last version of the page that contains the receiver. The
        /// other process may still display earlier versions, so their receivers are kept.
        var receivers: [Int: (receiver: Receiver, version: UInt64)] = [:]
        /// The number of each receiver, keyed by the receiver's identity.
        var numbers: [ObjectIdentifier: Int] = [:]
        var lastNumber = 0
        var bindings: [Binding] = []
        var elements: [PageElement] = []
        var version: UInt64 = 0

        /// Returns the number of a receiver, which is new if the page has no receiver with this identity.
        mutating func add(_ receiver: Receiver) -> Int {
            if let identity = receiver.identity, let number = numbers[identity] {
                receivers[number]?.version = version
                return number
            }
            lastNumber += 1
            receivers[lastNumber] = (receiver, version)
            if let identity = receiver.identity { numbers[identity] = lastNumber }
            return lastNumber
        }

        /// Begins a version. If there are many receivers, only receivers of the last versions are kept.
        mutating func beginVersion() {
            version += 1
            guard receivers.count > ExportedPage.keptReceivers else { return }
            for (number, known) in receivers where known.version + ExportedPage.keptVersions <= version {
                receivers[number] = nil
                if let identity = known.receiver.identity { numbers[identity] = nil }
            }
        }
    }

    private static let keptVersions: UInt64 = 4
    private static let keptReceivers = 1024

    private let page: Page
    private let state = Mutex(State())
    /// Held while elements are rendered, so that the stored bindings belong to the newest elements.
    private let rendering = Mutex(())

    init(_ page: Page) { self.page = page }

    /// Returns the page with a mark instead of each receiver that is code. `number` is the page's reference.
    func marked(_ number: UInt64, whenChanged changed: @escaping @Sendable () -> Void) -> Page {
        var marked = page
        marked.elements = renewed(number, whenChanged: changed)?.elements ?? mark(page.elements, number)
        // The page's own receiver has the number 0 in all versions.
        let own = page.receiver.flatMap { $0.url == nil ? 0 : nil }
        let url = own == nil ? page.receiver?.url?.text : nil
        marked.receiver = Receiver(url: CodeMark(page: number, receiver: own, url: url, isLive: page.isLive).written)
        return marked
    }

    /// Returns the present elements of a live page, with marks, and the number of their version; `nil` if they have not
    /// changed.
    func renewed(
        _ number: UInt64, whenChanged changed: @escaping @Sendable () -> Void
    ) -> (elements: [PageElement], version: UInt64)? {
        guard let source = page.liveSource else { return nil }
        return rendering.withLock { _ in
            let (elements, bindings) = source.elements(whenChanged: changed)
            let version = state.withLock { state -> UInt64? in
                state.bindings = bindings
                defer { state.elements = elements }
                if state.version > 0, state.elements == elements { return nil }
                state.beginVersion()
                return state.version
            }
            return version.map { (mark(elements, number), $0) }
        }
    }

    /// Replaces each receiver that is code with a mark.
    private func mark(_ elements: [PageElement], _ number: UInt64) -> [PageElement] {
        elements.map { element in
            element.mapContainers { container in
                guard let receiver = container.receiver, receiver.url == nil else { return }
                let own = state.withLock { $0.add(receiver) }
                container.receiver = Receiver(url: CodeMark(page: number, receiver: own).written)
            }
        }
    }

    /// Passes a message from the other process to the receiver with a number.
    func receive(_ message: Payload, by number: Int) async throws {
        let receiver = number == 0 ? page.receiver : state.withLock { $0.receivers[number]?.receiver }
        guard let receiver else {
            throw DescribedError(description: "the page has changed too often since it was shown; choose again")
        }
        try await receiver.receive(message)
    }
}

/// A live page of the other process, with its newest elements.
final class ImportedPage: Sendable {
    let reference: RemoteReference
    private let elements: Live<[PageElement]>
    private let version = Mutex<UInt64>(0)

    init(_ reference: RemoteReference, _ elements: [PageElement]) {
        self.reference = reference
        self.elements = Live(elements.map { $0.importing(reference) })
    }

    /// The source for the page in this process; it keeps this object alive.
    var source: PageSource { PageSource { self.elements.value } }

    func show(_ elements: [PageElement], version: UInt64) {
        // Two threads may deliver elements in the wrong order, so older elements must not replace newer ones.
        self.version.withLock { present in
            guard version > present else { return }
            present = version
            self.elements.value = elements.map { $0.importing(reference) }
        }
    }
}

/// A mark for code in a page that is sent to the other side. The mark is written instead of a receiver's URL.
struct CodeMark {
    /// The page's reference.
    let page: UInt64
    /// The number of the receiver; `nil` in the mark of a page whose own receiver is not code.
    var receiver: Int?
    /// The URL of the page's own receiver, if that receiver is not code.
    var url: String?
    var isLive = false

    /// The mark as a text. The text begins with NUL, because no URL does.
    var written: RouteURL {
        let text = "\0\(page)/\(receiver.map(String.init) ?? "")/\(isLive ? 1 : 0)/\(url ?? "")"
        return RouteURL(text)
    }
}

extension CodeMark {
    init?(_ written: RouteURL) {
        guard written.text.utf8.first == 0 else { return nil }
        let parts = written.text.dropFirst().split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let page = UInt64(parts[0]) else { return nil }
        self.init(
            page: page, receiver: Int(parts[1]), url: parts[3].isEmpty ? nil : String(parts[3]), isLive: parts[2] == "1"
        )
    }
}

extension Receiver {
    /// Creates a receiver that forwards its messages to the marked receiver in the other process.
    init(_ mark: CodeMark, of reference: RemoteReference) {
        guard let number = mark.receiver else {
            self = Receiver(url: RouteURL(mark.url ?? ""))
            return
        }
        self.init { (message: Payload) in
            try await reference.peer().ask(Messages.message, reference.number, number, message)
        }
    }
}

extension PageElement {
    /// Whether the element, or an element in it, sends its messages to code.
    var hasCode: Bool {
        guard case .container(let container) = self else { return false }
        return container.receiver.map { $0.url == nil } ?? false || container.content.contains(where: \.hasCode)
    }

    /// Returns the element with `change` applied to its container and to all nested containers.
    func mapContainers(_ change: (inout Container) -> Void) -> PageElement {
        guard case .container(var container) = self else { return self }
        change(&container)
        container.content = container.content.map { $0.mapContainers(change) }
        return .container(container)
    }

    /// The largest number of rows in a list or table that is sent between processes.
    static let rowLimit = 100_000

    /// Checks that lists and tables do not have too many rows: all rows are sent, even rows that are made on demand.
    func checkRows() throws {
        let (kind, count) =
            switch self {
            case .list(let list): ("list", list.items.count)
            case .table(let table): ("table", table.rows.count)
            default: ("", 0)
            }
        guard count <= Self.rowLimit else {
            throw DescribedError(
                description:
                    "a \(kind) of \(count) rows cannot leave the module's process; show at most \(Self.rowLimit) rows "
                    + "at a time, or run the module in the host's process with `module isolate NAME --off`")
        }
        if case .container(let container) = self { for element in container.content { try element.checkRows() } }
    }

    fileprivate func importing(_ reference: RemoteReference) -> PageElement {
        mapContainers { container in
            if let mark = container.receiver?.url.flatMap(CodeMark.init) {
                container.receiver = Receiver(mark, of: reference)
            }
        }
    }
}

extension Page {
    /// Returns a page of the other process in a form that this process can display.
    func importing(from peer: Peer) -> Page {
        guard let mark = receiver?.url.flatMap(CodeMark.init) else { return self }
        var page = self
        let reference = RemoteReference(mark.page, of: peer)
        page.receiver = mark.receiver == nil && mark.url == nil ? nil : Receiver(mark, of: reference)
        page.elements = elements.map { $0.importing(reference) }
        guard mark.isLive else { return page }
        let imported = ImportedPage(reference, elements)
        peer.references.keep(imported, as: mark.page)
        page.source = imported.source
        return page
    }
}
