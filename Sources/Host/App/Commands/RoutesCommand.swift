@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// `routes`: lists the routes, rewrites and interceptors of modules, or writes Swift source for their callers.
struct RoutesCommand: Command {
    static let swift = Option("--swift", "write typed façades, as Swift source for the modules that call these")
    static let markdown = Option("--markdown", "write the routes as a table in Markdown")
    static let label = Option("--label", value: "NAME", "list only the routes with this label, and their interceptors")
    static let description = CommandDescription(
        name: "routes", words: "[MODULE…]",
        summary: "list routes, rewrites and interceptors of all modules, or of those named",
        options: [swift, markdown, label])

    private let modules: [String]
    private let writesSwift: Bool
    private let writesMarkdown: Bool
    private let label: String?

    init(_ arguments: Arguments) throws(UsageError) {
        modules = arguments.words
        writesSwift = arguments.has(Self.swift)
        writesMarkdown = arguments.has(Self.markdown)
        label = arguments.values(Self.label).last
        guard writesSwift else { return }
        if writesMarkdown { throw .twoSources(Self.swift.name, Self.markdown.name) }
        if label != nil { throw .twoSources(Self.swift.name, Self.label.name) }
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let running = await session.runtime.records.filter(\.mayRun).map(\.name)
        if let unknown = modules.first(where: { !running.contains($0) }) {
            throw await session.notRunning(unknown, running: running.sorted())
        }
        let wanted = modules.isEmpty ? running : modules
        if writesSwift {
            // Only the code knows the types of parameters and values.
            for name in running { try? await session.runtime.ensureStarted(name) }
            try showFacades(of: wanted, running: running, in: session)
        } else {
            try list(wanted, in: session)
        }
        return .done
    }

    private func list(_ modules: [String], in session: Session) throws(Failure) {
        let routes = session.mediator.routes.filter { modules.contains($0.owner) && session.mayKnow(of: $0) }
            .filter { route in label.map { name in route.labels.contains { $0.name == name } } ?? true }
            .sorted { ($0.owner, $0.pattern) < ($1.owner, $1.pattern) }
        let table = RouteRows(routes)
        guard !writesMarkdown else {
            // A table is not an object, as source is none.
            guard session.console.format == .text else {
                throw Failure(.twoSources(Self.markdown.name, HostOptions.json.name))
            }
            return try session.console.show("markdown", routes, text: table.markdown.joined(separator: "\n"))
        }
        try session.console.show("routes", routes, text: table.lines.joined(separator: "\n"))
        // An external caller sees only the routes that it may open.
        guard session.origin != .external else { return }
        if label == nil { try listRewrites(of: modules, in: session) }
        try listInterceptors(of: modules, in: session)
    }

    private func listRewrites(of modules: [String], in session: Session) throws(Failure) {
        let rewrites = session.mediator.rewrites.filter { modules.contains($0.owner) }
        guard !rewrites.isEmpty else { return }
        var table = TextTable("REWRITE", "TO", "DEPRECATED FROM", "USED", "MODULE")
        for rewrite in rewrites {
            table.add(
                rewrite.pattern, rewrite.target, rewrite.deprecation ?? "–", "\(rewrite.useCount)", rewrite.owner)
        }
        try session.console.show("rewrites", rewrites, text: ([""] + table.lines).joined(separator: "\n"))
    }

    /// Lists the interceptors in the order of their calls.
    private func listInterceptors(of modules: [String], in session: Session) throws(Failure) {
        let interceptors = session.mediator.interceptors.filter {
            modules.contains($0.owner) && (label == nil || $0.label == label)
        }
        guard !interceptors.isEmpty else { return }
        var table = TextTable("INTERCEPTOR", "ON")
        for interceptor in interceptors {
            let covered = interceptor.patterns + (interceptor.label.map { ["routes labelled \($0)"] } ?? [])
            table.add(interceptor.name, covered.isEmpty ? "every URL" : covered.joined(separator: ", "))
        }
        let notes = interceptors.flatMap { interceptor in
            interceptor.missing.map { Self.note($0, of: interceptor.name) }
        }
        try session.console.show(
            "interceptors", interceptors, text: ([""] + table.lines + notes).joined(separator: "\n"))
    }

    /// Returns a note on a name without an interceptor: its module may not be installed, or the name may be mistyped.
    private static func note(_ missing: InterceptorDescription.Missing, of name: String) -> String {
        let advice = missing.near.map { "did you mean \($0)?" } ?? "it takes effect once its module is there"
        return PlainText.line("\(name) is ordered by \(missing.name), which is absent; \(advice)")
    }

    private func showFacades(of modules: [String], running: [String], in session: Session) throws(Failure) {
        // Source is not an object: a program that reads objects would have to extract it from a string.
        guard session.console.format == .text else {
            throw Failure(.twoSources(Self.swift.name, HostOptions.json.name))
        }
        let routes = session.mediator.outlines.filter { session.mayKnow(of: $0.description) }
        let facades = Facade.all(of: running, routes: routes).filter { modules.contains($0.module) }
        let command = (["switchboard routes --swift"] + facades.map(\.module)).joined(separator: " ")
        let source = Facade.file(facades.map(\.facade), command: command)
        try session.console.show("swift", source, text: source)
    }
}

extension Session {
    /// Returns the reason why a name has no list: there is no such module, or it does not run, which is not shown to an
    /// external caller.
    fileprivate func notRunning(_ name: String, running: [String]) async -> Failure {
        let isFound = origin == .external ? false : await !runtime.records(of: name).isEmpty
        let message =
            isFound
            ? "\(name) does not run; see why with `module why \(name)`"
            : "no module \(name) runs; name one of \(running.joined(separator: ", "))"
        return Failure(code: "unknownModule", message: message, exitCode: .failed, near: running)
    }

    /// Returns whether the caller may see a route: an external one sees only the routes that it could open.
    fileprivate func mayKnow(of route: RouteDescription) -> Bool {
        origin != .external || route.access.allows(origin, owner: route.owner)
    }
}
