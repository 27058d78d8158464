@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

extension Command {
    static let routes = Command(
        name: "routes", words: "[MODULE…]",
        summary: "list routes, rewrites and interceptors of all or the named modules",
        options: [
            RouteReport.swift, RouteReport.markdown, RouteReport.diff, RouteReport.label, RouteReport.schema,
        ], read: { arguments throws(Failure) in try RouteReport(arguments).run })
}

/// One run of the command `routes`, with its options.
private struct RouteReport {
    static let swift = Option("--swift", "write typed façades, as Swift source for calling modules")
    static let markdown = Option("--markdown", "write the routes as a table in Markdown")
    static let diff = Option(
        "--diff", value: "FILE",
        "compare with FILE, which `routes --json --schema` wrote; exit 1 if a change may break callers or drops a guard"
    )
    static let label = Option("--label", value: "LABEL", "list only the routes with this label, and their interceptors")
    static let schema = Option(
        "--schema", "with --json: load the modules, and add JSON Schema of parameters, body and value")

    private let modules: [String]
    /// The option that selects another output than a list of routes; `nil` for a list.
    private let form: Option?
    private let oldList: String?
    private let label: String?
    private let addsSchema: Bool

    init(_ arguments: Arguments) throws(Failure) {
        var named: Set<String> = []
        modules = arguments.words.filter { named.insert($0).inserted }
        oldList = arguments.values(Self.diff).last
        label = arguments.values(Self.label).last
        addsSchema = arguments.has(Self.schema)
        let forms = [Self.swift, Self.markdown, Self.diff].filter(arguments.has)
        form = forms.first
        if forms.count > 1 { throw .twoSources(forms[0].name, forms[1].name) }
        if let form, form != Self.markdown, label != nil { throw .twoSources(form.name, Self.label.name) }
        if let form, addsSchema { throw .twoSources(form.name, Self.schema.name) }
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let running = await session.runtime.records.filter(\.mayRun).map(\.name)
        if let unknown = modules.first(where: { !running.contains($0) }) {
            throw await notRunning(unknown, running: running.sorted(), in: session)
        }
        let wanted = modules.isEmpty ? running : modules
        if addsSchema, session.console.format == .text {
            throw Failure(usage: "--schema is a part of the JSON; add --json")
        }
        var isWhole = true
        if form == Self.swift || form == Self.diff || addsSchema {
            // Only a started module reports the types of parameters and values.
            for name in running where !(await session.hasStarted(name)) && wanted.contains(name) {
                isWhole = false
            }
        }
        switch form {
        case Self.swift: try showFacades(of: wanted, running: running, in: session)
        case Self.markdown:
            let rows = RouteRows(routes(of: wanted, in: session), label: label)
            try source(rows.markdown.joined(separator: "\n"), in: session)
        case Self.diff:
            let exitCode = try compare(wanted, in: session)
            return isWhole ? exitCode : .failed
        default: return try list(wanted, in: session)
        }
        return .done
    }

    private func routes(of modules: [String], in session: Session) -> [RouteDescription] {
        session.mediator.routes.filter { modules.contains($0.owner) && isShown($0, in: session) }
            .filter { route in label.map { name in route.labels.contains { $0.name == name } } ?? true }
            .sorted { ($0.owner, $0.pattern) < ($1.owner, $1.pattern) }
    }

    /// Prints source text. Throws with `--json`, because a program would have to extract the source from a JSON string.
    private func source(_ text: String, in session: Session) throws(Failure) {
        guard session.console.format == .text else {
            throw .twoSources(form?.name ?? "", HostOptions.json.name)
        }
        try session.console.show("source", text, text: text, isSource: true)
    }

    private func documents(of modules: [String], in session: Session) -> [RouteDocument] {
        let outlines = addsSchema || form == Self.diff ? session.mediator.outlines : []
        return RouteDocument.all(routes(of: modules, in: session), outlines: outlines)
    }

    private func list(_ modules: [String], in session: Session) throws(Failure) -> ExitCode {
        let documents = documents(of: modules, in: session)
        if let label, documents.isEmpty {
            session.console.notice("noLabel", "no route has the label \(label); `routes` lists all labels")
        }
        let table = RouteRows(documents.map(\.description), label: label).table
        // An external caller sees only the routes that it may open.
        let isExternal = session.origin == .external
        let rewrites = isExternal || label != nil ? [] : session.mediator.rewrites.filter { modules.contains($0.owner) }
        let interceptors = isExternal ? [] : interceptors(of: modules, in: session)
        guard session.console.format == .json else {
            let width = session.console.columns()
            let notes = lines(of: rewrites, width) + lines(of: interceptors, width)
            return try session.console.show("routes", documents, table, notes: notes)
        }
        try session.console.show("routes", documents, table)
        if !rewrites.isEmpty { try session.console.show("rewrites", rewrites, text: "") }
        if !interceptors.isEmpty { try session.console.show("interceptors", interceptors, text: "") }
        return .done
    }

    private func lines(of rewrites: [RewriteDescription], _ width: Int?) -> [String] {
        guard !rewrites.isEmpty else { return [] }
        var table = TextTable("REWRITE", "TO", "DEPRECATED FROM", "USED", "MODULE")
        for rewrite in rewrites {
            table.add(
                rewrite.pattern, rewrite.target, rewrite.deprecation ?? "–", "\(rewrite.useCount)", rewrite.owner)
        }
        return [""] + table.lines(width: width)
    }

    /// Returns the interceptors in the order of their calls.
    private func interceptors(of modules: [String], in session: Session) -> [InterceptorDescription] {
        session.mediator.interceptors.filter {
            modules.contains($0.owner) && (label == nil || $0.label == label)
        }
    }

    private func lines(of interceptors: [InterceptorDescription], _ width: Int?) -> [String] {
        guard !interceptors.isEmpty else { return [] }
        var table = TextTable("INTERCEPTOR", "ON")
        for interceptor in interceptors {
            let covered = interceptor.patterns + (interceptor.label.map { ["routes labelled \($0)"] } ?? [])
            table.add(interceptor.name, covered.isEmpty ? "every URL" : covered.joined(separator: ", "))
        }
        let notes = interceptors.flatMap { interceptor in
            interceptor.missing.map { Self.note($0, of: interceptor.name) }
        }
        return [""] + table.lines(width: width) + notes
    }

    /// Returns a note about an interceptor whose declared order refers to an interceptor that does not exist. The
    /// missing interceptor's module may not be installed, or the name may be mistyped.
    private static func note(_ missing: InterceptorDescription.Missing, of name: String) -> String {
        let advice = missing.near.map { "did you mean \($0)?" } ?? "it takes effect once its module is there"
        return PlainText.line("\(name) is ordered by \(missing.name), which is absent; \(advice)")
    }

    private func compare(_ modules: [String], in session: Session) throws(Failure) -> ExitCode {
        let old = try RouteList(path: oldList ?? "")
        let new = try RouteList(
            documents(of: modules, in: session), rewrites: session.mediator.rewrites,
            interceptors: session.mediator.interceptors)
        let isPart = !self.modules.isEmpty
        let changes = RouteChange.all(from: isPart ? old.of(modules) : old, to: isPart ? new.of(modules) : new)
        let text = changes.isEmpty ? "no changes" : changes.map { PlainText.line($0.text) }.joined(separator: "\n")
        try session.console.show("changes", changes, text: text)
        return changes.contains { $0.isBreaking || $0.effect == .unsafe } ? .failed : .done
    }

    private func showFacades(of modules: [String], running: [String], in session: Session) throws(Failure) {
        let routes = session.mediator.outlines.filter { isShown($0.description, in: session) }
        let facades = Facade.all(of: running, routes: routes).filter { modules.contains($0.module) }
        let command = (["switchboard routes --swift"] + facades.map(\.module)).joined(separator: " ")
        try source(Facade.file(facades.map(\.facade), command: command), in: session)
    }

    /// Returns the failure for a module that cannot be listed: it does not exist, or it does not run. An external
    /// caller always gets the first reason.
    private func notRunning(_ name: String, running: [String], in session: Session) async -> Failure {
        let isFound = session.origin == .external ? false : await !session.runtime.records(of: name).isEmpty
        let message =
            isFound
            ? "\(name) does not run; see why with `module why \(name)`"
            : "no module \(name) runs; "
                + (running.isEmpty ? "see `modules`" : "name one of \(running.joined(separator: ", "))")
        return Failure("unknownModule", message, near: running)
    }

    /// Returns whether the caller may see a route; an external caller sees only the routes that it could open.
    private func isShown(_ route: RouteDescription, in session: Session) -> Bool {
        session.origin != .external || route.access.allows(session.origin, owner: route.owner)
    }
}
