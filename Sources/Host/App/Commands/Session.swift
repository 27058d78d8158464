@_spi(Host) import ModuleKit
import PluginRuntime

/// The objects that the commands of this process share, such as the mediator and the console.
struct Session: Sendable {
    let mediator: Switchboard
    let navigator: CommandLineNavigator
    let console: Console
    let environment: [String: String]
    let observer: ConsoleObserver
    var origin: Origin
    /// The options of every request of the session.
    var options: RequestOptions
    /// The modules that were found, and the running ones.
    let runtime: ModuleRuntime
    /// The folders of modules, and the store.
    let source: CatalogueSource
    /// The source of the next line, for the shell and for forms.
    var input: ShellInput
    /// The log of input and navigation, for a recording or a replay.
    let log: SessionLog
    /// The settings of the user's file.
    let configuration: Configuration
    /// The settings in force, and their sources.
    let settings: [Configuration.Row]
    /// The requests that commands have made and that have no outcome yet.
    let requests = CommandRequests()
    /// The requests that waited for the user when the last session ended, and that wait again.
    var resumed: [ShellRequest] = []
    /// The stubs and web services of the session, encoded as arguments for the process of `module check`.
    let checkWords: [String]
    let watches: FolderWatches
    /// This host as a member of a fleet; `nil` without a fleet.
    var fleet: FleetMember?
    /// The options of this host for a host that crawls the same app, as they are typed.
    let hostWords: [String]
    /// Runs lines like typed lines of the shell, and returns the exit code of the first failure. The given session
    /// reads the lines as its input. Calls `finish` after the last line, or, with `bails`, after the first failure.
    let runLines: @Sendable (_ session: Session, _ bails: Bool, _ finish: () -> Void) async -> ExitCode

    /// The store of installed modules; `nil` if the environment names no folder for the user's data.
    var store: ModuleStore? { source.store }

    var scans: ScanCache { ScanCache(cache: source.cache) }

    /// Runs `body`, which makes a request, and returns its value. Abandons the request if module code blocks its thread
    /// beyond the deadline. `verb` is the verb of the request.
    func asking<Value: Sendable>(
        _ url: String, for verb: Request.Verb = .open,
        _ body: @escaping @Sendable () async throws(RequestError) -> Value
    ) async throws(Failure) -> Value {
        do {
            return try await requests.run(mediator.shown(url), within: options.deadline, body)
        } catch {
            throw await failure(error, for: verb)
        }
    }

    /// Prints the navigator's feedback as JSON, or as text if no page shows the outcome. Throws if the feedback is a
    /// refusal.
    func report(_ feedback: Feedback, url: String?) throws(Failure) {
        if case .refused(let reason) = feedback.outcome {
            throw Failure("refused", "not done: \(mediator.redacted(reason))", .refused, url: url.map(mediator.shown))
        }
        if console.format == .json {
            try console.show("feedback", feedback.naming(mediator.redacted), text: "")
        } else if feedback.outcome == .done || feedback.outcome == .suppressed {
            let text = feedback.outcome == .done ? "done" : "not done again: it was opened a moment ago"
            try console.show("feedback", feedback, text: text)
        }
    }

    /// Returns the failure that reports a request's error. If no route was found, the message also names the module
    /// that would answer if it ran, or the remotes that had no answer.
    func failure(_ plain: RequestError, for verb: Request.Verb = .open) async -> Failure {
        let error = advised(plain, for: verb)
        var failure = Failure(error)
        if let (url, verb) = Self.mistyped(error, asked: verb), let near = literalURL(near: url, for: verb) {
            failure.message += "; or did you mean \(near)?"
            failure.near = [near]
        }
        guard case .noRoute(let url, let asked, let near) = error.reason else { return failure }
        let beginning = RequestError.without(routeFor: url, asked: asked)
        if let absence = await runtime.absence(for: url, origin: origin) {
            failure.message = "\(beginning): \(absence)"
        } else if runtime.runsAlone, near.isEmpty {
            let options = (HostOptions.only.name, HostOptions.stub.usage)
            failure.message =
                "\(beginning): \(options.0) leaves other modules out; give their answers with \(options.1)"
        } else if let remotes = remotesWithoutAnswer(for: url) {
            guard !remotes.isEmpty else {
                guard near.isEmpty else { return failure }
                if await runtime.isEmpty {
                    failure.message = "\(beginning): there are no modules; \(Self.firstModule)"
                } else {
                    failure.message += ", or name a remote that knows it with --remote"
                }
                return failure
            }
            let advice =
                near.isEmpty
                ? "check the address of the remote, or \(RequestError.advice(near))"
                : "\(RequestError.advice(near)) Otherwise check the address of the remote"
            failure.message = "\(beginning), nor did the remote \(remotes) know it; \(advice)"
        }
        return failure
    }

    /// The advice for a host without modules.
    static let firstModule = "add some with `module install PATH`, or start with --demo"

    /// Returns the error with the names of similar routes. Routes that differ only in letter case are similar.
    private func advised(_ plain: RequestError, for verb: Request.Verb) -> RequestError {
        let error = mediator.advised(plain, for: verb, origin: origin)
        guard case .noRoute(let url, let asked, []) = error.reason, url != url.lowercased() else { return error }
        let near = nearURLs(url.lowercased(), for: verb)
        return RequestError(.noRoute(url: url, asked: asked, near: near))
    }

    /// Returns the URLs of routes that are similar to a URL.
    private func nearURLs(_ url: String, for verb: Request.Verb) -> [String] {
        let unknown = RequestError(.noRoute(url: url, asked: nil, near: []))
        let advised = mediator.advised(unknown, for: verb, origin: origin)
        return if case .noRoute(_, _, let near) = advised.reason { near } else { [] }
    }

    /// Returns the URL and the verb of a request that may have failed because a parameter matched a mistyped segment;
    /// otherwise `nil`. For a request that a handler made, only `wrongVerb` reveals the verb.
    private static func mistyped(_ error: RequestError, asked verb: Request.Verb) -> (String, Request.Verb)? {
        let chain = error.chain
        return switch (chain.last ?? error).reason {
        case .handlerFailed(let url, let route, _, let thrown) where chain.count == 1:
            (thrown.error as? ParametersError)?.faults.contains { $0.isMistyped(in: route) } == true ? (url, verb) : nil
        case .wrongVerb(let url, let route, _, let expected):
            route.contains("/:") ? (url, expected == .open ? .call : .open) : nil
        default: nil
        }
    }

    /// Returns the URL of a route without parameters that the user may have meant. Among the routes that are similar to
    /// `url`, chooses the route whose last segment is most similar to the last segment of `url`.
    private func literalURL(near url: String, for verb: Request.Verb) -> String? {
        let url = url.lowercased()
        let near = nearURLs(url, for: verb)
        func lastWord(_ url: String) -> String { String(url.prefix { $0 != "?" }.split(separator: "/").last ?? "") }
        let literal = near.filter { !$0.replacing("://", with: "").contains(where: ":*(".contains) }
        let word = EditDistance.nearest(to: lastWord(url), among: literal.map(lastWord))
        return literal.first { lastWord($0) == word }
    }

    /// Returns the names of the user's remotes that had no answer for a URL, as one text, which may be empty. Returns
    /// `nil` if no remote may be asked, and for an external caller, who may not see the names.
    private func remotesWithoutAnswer(for url: String) -> String? {
        // A URL with a sensitive value was not sent to a remote.
        guard origin != .external, !url.contains("***"), let url = try? RouteURL(parsing: url) else { return nil }
        return mediator.resolvers.compactMap { Self.name($0, asked: url) }.joined(separator: " or ")
    }

    private static func name(_ resolver: any Resolver, asked url: RouteURL) -> String? {
        switch resolver {
        case is WebPages, is FolderService, is DemoTable: nil
        case let remote as ConfiguredRemote: remote.covers(url) ? name(remote.resolver, asked: url) : nil
        // Only the status 404 means that there is no answer.
        case let service as HTTPLookup: service.isWebService ? nil : "\(service.name) (404)"
        default: resolver.name
        }
    }
}

extension ParameterError {
    /// Returns whether the error is that a segment of the path does not have the type of its parameter.
    fileprivate func isMistyped(in route: String) -> Bool {
        if case .mistyped(let name, _, _) = self { route.contains(":\(name)") } else { false }
    }
}
