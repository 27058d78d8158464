import Dispatch
@_spi(Host) import ModuleKit
import Platform
import PluginRuntime
import Synchronization

/// The assistant of the line editor in the shell: completions and hints from the present modules, and the kept form of lines.
final class ShellAssistant: LineAssistant {
    private struct Known: Sendable {
        var routes = RouteTree()
        /// The state of the registry from which the routes were read.
        var state: (any AnyObject & Sendable)?
    }

    /// The time limit of a wait for the state of modules, in seconds.
    private static let patience = 1

    private let session: Session
    private let known = Mutex(Known())
    private let queue = DispatchQueue(label: "switchboard.completion")

    init(_ session: Session) { self.session = session }

    func prepare() { queue.async { self.learn() } }

    /// Reads the routes again if a module has changed them.
    private func learn() {
        let state = session.mediator.declarationState
        guard known.withLock({ $0.state !== state }) else { return }
        let routes = RouteTree(session.mediator.patterns(for: session.origin))
        known.withLock { $0 = Known(routes: routes, state: state) }
    }

    func completion(of text: String) -> LineCompletion {
        queue.sync { learn() }
        var source = CompletionSource(session.mediator, session.origin, known.withLock(\.routes))
        source.modules = { [session] in Self.modules(session) }
        return Completion.line(text, aliases: session.configuration.aliases, in: source)
    }

    func hint(after text: String) -> String? {
        let start = text.lastIndex { $0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
        let word = String(text[start...])
        guard word.contains("/") else { return nil }
        let verbs: Set<Request.Verb> = text.hasPrefix("call ") ? [.call] : [.open]
        let found = known.withLock(\.self).routes.choices(for: word, verbs, limit: 1)
        let texts = found.lazy.compactMap(\.text)
        guard let whole = texts.first(where: { $0.count > word.count && $0.hasPrefix(word) }) else { return nil }
        return String(whole.dropFirst(word.count))
    }

    func keptForm(of line: String) -> String { session.recordedForm(of: line).text }

    private static func modules(_ session: Session) -> [CompletionSource.InstalledModule] {
        let found = FoundModules()
        BlockingExecutor.task { found.set(await session.runtime.records) }
        return found.wait(seconds: patience).map(CompletionSource.InstalledModule.init)
    }
}

/// The state of modules, for a thread that waits for it.
private final class FoundModules: Sendable {
    private let records = Mutex<[ModuleRecord]>([])
    private let isThere = DispatchSemaphore(value: 0)

    func set(_ found: [ModuleRecord]) {
        records.withLock { $0 = found }
        isThere.signal()
    }

    /// Returns the records of modules; none if they do not come in time.
    func wait(seconds: Int) -> [ModuleRecord] {
        _ = isThere.wait(timeout: .now() + .seconds(seconds))
        return records.withLock(\.self)
    }
}
