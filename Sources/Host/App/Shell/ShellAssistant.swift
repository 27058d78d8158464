import Dispatch
@_spi(Host) import ModuleKit
import Platform
import PluginRuntime
import Synchronization

/// The shell's help for the line editor: completions and hints from the present modules, and lines for the history.
final class ShellAssistant: LineAssistant {
    private struct Known: Sendable {
        var routes = TypedRoutes()
        /// The state of the registry from which the routes were read. The reference is weak, because each stopping
        /// module waits until the state is released.
        weak var state: (any AnyObject & Sendable)?
        var modules: [CompletionSource.InstalledModule] = []
    }

    /// The longest wait for the state of modules, in seconds.
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
        let routes = TypedRoutes(session.mediator.patterns(for: session.origin))
        known.withLock { ($0.routes, $0.state) = (routes, state) }
    }

    func completion(of text: String) -> LineCompletion {
        queue.sync { learn() }
        var source = CompletionSource(session.mediator, session.origin, known.withLock(\.routes))
        source.modules = { self.modules() }
        return Completion.line(text, aliases: session.configuration.aliases, in: source)
    }

    func hint(after text: String) -> String? {
        let start = text.lastIndex { $0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
        let word = String(text[start...])
        guard word.contains("/") else { return nil }
        let verbs: Set<Request.Verb> = text.hasPrefix("call ") ? [.call] : [.open]
        let texts = CompletionSource(routes: known.withLock(\.routes)).urls(for: word, verbs).lazy.compactMap(\.text)
        guard let whole = texts.first(where: { $0.count > word.count && $0.hasPrefix(word) }) else { return nil }
        return String(whole.dropFirst(word.count))
    }

    func keptForm(of line: String) -> String { ShellLine.kept(line, in: session).text }

    /// Returns the modules, or the last known modules if their state is not available in time.
    private func modules() -> [CompletionSource.InstalledModule] {
        let isThere = DispatchSemaphore(value: 0)
        BlockingExecutor.task { [session] in
            let modules = await session.runtime.records.map(CompletionSource.InstalledModule.init)
            self.known.withLock { $0.modules = modules }
            isThere.signal()
        }
        _ = isThere.wait(timeout: .now() + .seconds(Self.patience))
        return known.withLock(\.modules)
    }
}
