@_spi(Host) import ModuleKit
import PluginRuntime

/// What commands work with, put together once for the process.
struct Session: Sendable {
    let mediator: Switchboard
    let navigator: CommandLineNavigator
    let console: Console
    let observer: ConsoleObserver
    /// Who asks, for every command of the session.
    let origin: Origin
    /// What every request of the session is given along.
    let options: RequestOptions
    /// The modules that were found, and that run.
    let runtime: ModuleRuntime
    /// Where modules are looked for, installed and remembered.
    let source: CatalogueSource
    /// Where the next line is read, for the shell and for forms.
    var input: ShellInput
    /// What is typed and navigated, for a recording or a replay.
    let log: SessionLog
    /// The folders that are watched.
    let watches: FolderWatches
    /// Runs the lines of a recording, which are a session's input, as the shell does; calls `finish` behind the last one.
    let replay: @Sendable (_ session: Session, _ finish: () -> Void) async -> Void

    /// Where modules are installed; `nil` where the environment names no place for the user's data.
    var store: ModuleStore? { source.store }

    /// What scans found.
    var scans: ScanMemory { ScanMemory(cache: source.cache) }
}

extension Session {
    /// Writes feedback for programs; people have seen the page. A refusal is a failure.
    func report(_ feedback: Feedback, url: String?) throws(Failure) {
        if case .refused(let reason) = feedback.outcome {
            throw Failure(
                code: "refused", message: "not done: \(mediator.redacted(reason))", exitCode: .refused,
                url: url.map(mediator.shown))
        }
        if console.format == .json {
            try console.show("feedback", feedback.naming(mediator.redacted), text: "")
        } else if feedback.outcome == .done || feedback.outcome == .suppressed {
            let text = feedback.outcome == .done ? "done" : "not done again: it was opened a moment ago"
            try console.show("feedback", feedback, text: text)
        }
    }
}

extension Session {
    /// What the command line says of a request that was not answered; of one without a route also who would answer if it
    /// ran, or which remotes were asked in vain.
    ///
    /// - Parameter verb: the one that was asked for.
    func failure(_ plain: RequestError, for verb: Verb = .open) async -> Failure {
        let error = mediator.advised(plain, for: verb, origin: origin)
        var failure = Failure(error)
        guard case .noRoute(let url, let asked, let near) = error else { return failure }
        let beginning = RequestError.without(routeFor: url, asked: asked)
        if let unavailableModule = await runtime.unavailableModule(for: url, origin: origin) {
            failure.message = "\(beginning): \(unavailableModule.absence)"
        } else if let remotes = remotesWithoutAnswer(for: url) {
            let advice =
                near.isEmpty
                ? "check the address of the remote, or \(RequestError.advice(near))"
                : "\(RequestError.advice(near)) Otherwise check the address of the remote"
            failure.message = "\(beginning), nor did the remote \(remotes) know it; \(advice)"
        }
        return failure
    }

    /// The remotes that the user named and that were asked for a URL in vain; `nil` where there are none, and for an
    /// outsider, whom they do not concern.
    private func remotesWithoutAnswer(for url: String) -> String? {
        // What holds a sensitive value was given to none.
        guard origin != .external, !url.contains("***"), let url = try? RouteURL(url) else { return nil }
        let names = mediator.resolvers.compactMap { Self.name($0, asked: url) }
        return names.isEmpty ? nil : names.joined(separator: " or ")
    }

    private static func name(_ resolver: any Resolver, asked url: RouteURL) -> String? {
        switch resolver {
        case let remote as ConfiguredRemote: remote.covers(url) ? name(remote.resolver, asked: url) : nil
        case let table as LookupTable: table.isBuiltIn ? nil : table.name
        // No other status says that there is no answer.
        case let service as HTTPLookup: "\(service.name) (404)"
        default: resolver.name
        }
    }
}
