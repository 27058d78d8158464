@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The rules that remotes set for URLs of modules. A remote has a table of rules, which apply only to the URLs that the
/// configuration grants to the remote.
///
/// A table that exceeds its grants, or that is invalid, is ignored as a whole, and reported in one line.
final class RemoteRules: Sendable {
    private let mediator: Switchboard
    private let host: HostDescription
    private let report: @Sendable (String) -> Void
    /// The tables in force, keyed by the name of the remote. `owner` is the owner of the table's registration.
    private let tables = Mutex<[String: (table: ResolverTable, owner: String)]>([:])

    /// - Parameter report: reports one sentence to the user.
    init(mediator: Switchboard, host: HostDescription, report: @escaping @Sendable (String) -> Void) {
        self.mediator = mediator
        self.host = host
        self.report = report
    }

    /// Registers the cached tables, and requests missing and stale ones. A stale table applies until its replacement
    /// arrives.
    func install() async {
        for case let remote as ConfiguredRemote in mediator.resolvers where !remote.grants.isEmpty {
            let question = Question(ResolverTable.url, host: host)
            guard let known = remote.resolver.recall(question) else {
                await ask(remote, question)
                continue
            }
            put(known.resolution, of: remote)
            await mediator.publish(rules: rules)
            if let rest = known.freshFor, rest <= 0 { Task.detached { await self.ask(remote, question) } }
        }
    }

    private func ask(_ remote: ConfiguredRemote, _ question: Question) async {
        do {
            put(try await remote.resolver.resolve(question), of: remote)
            await mediator.publish(rules: rules)
        } catch {
            report("the table of \(remote.name) is not used: \(error)")
        }
    }

    /// Replaces the earlier rules of the remote.
    private func put(_ answer: Resolution?, of remote: ConfiguredRemote) {
        guard case .table(let table)? = answer else {
            withdraw(remote)
            if answer != nil {
                report("the table of \(remote.name) is not used: the remote's answer is not a table")
            }
            return
        }
        let owner = "version \(PlainText.line(table.version, limit: 40)) of the table of \(remote.name)"
        if let pattern = table.patterns.first(where: { pattern in
            !remote.grants.contains { $0.covers(pattern: pattern) }
        }) {
            return report(
                "\(owner) is not used: its pattern \"\(pattern)\" is for URLs that are not granted to it; grant them "
                    + "in the list of remotes, or have the table changed")
        }
        withdraw(remote)
        do {
            try mediator.register(registration(of: table, owner: owner))
            tables.withLock { $0[remote.name] = (table, owner) }
        } catch {
            report("\(owner) is not used: \(error)")
        }
    }

    private func withdraw(_ remote: ConfiguredRemote) {
        let owner = tables.withLock { $0.removeValue(forKey: remote.name)?.owner }
        if let owner { mediator.unregister(owner: owner) }
    }

    /// The rules for modules, keyed by rule name. The rules of one name have the order of the remotes.
    private var rules: [String: [Payload]] {
        let tables = tables.withLock { tables in mediator.resolvers.compactMap { tables[$0.name]?.table } }
        return tables.reduce(into: [:]) { $0.merge($1.rules, uniquingKeysWith: +) }
    }

    private func registration(of table: ResolverTable, owner: String) -> Registration {
        var registration = Registration(owner: owner)
        registration.rewrites = table.rewrites.map { Rewrite($0.pattern, to: $0.target) }
        registration.interceptors =
            table.overrides.enumerated().map { number, rule in
                Interceptor("override \(number + 1)", on: rule.pattern) { Self.decision(rule.answer, on: $0) }
            }
        return registration
    }

    /// Returns the decision of an override on a request; a page or a web page answers only the verb `open`.
    private static func decision(_ answer: Resolution, on request: Request) -> Decision {
        switch answer {
        case .redirect(let url): .redirect(to: url)
        case .web(let url) where request.verb == .open: .answer(NavigationCommand.web(url: url))
        case .page(let page) where request.verb == .open: .answer(page)
        case .denied(let reason): .refuse(reason ?? "ask the remote's operator for access")
        default: .pass
        }
    }
}

/// A path, such as `app://shop` or `https://m.example.com/shop`, that stands for the URL at the path and for all URLs
/// below it.
///
/// URLs are compared as for routes: segment by segment, after dot segments are resolved and escapes are decoded.
/// `app://rent/sale` covers neither `app://rent/sales` nor `app://rent/sale/../42`.
struct URLPrefix: Sendable, Equatable {
    private let scheme: String
    private let host: String?
    private let segments: [String]

    /// Parses a URL with a scheme and without query and fragment; `nil` for any other text.
    init?(_ text: String) {
        let url = RouteURL(text)
        guard let scheme = url.scheme, url.query.isEmpty, url.fragment == nil else { return nil }
        self.scheme = scheme
        host = url.host
        segments = url.segments
    }

    /// Returns whether a URL is at the path or below it.
    func covers(_ url: RouteURL) -> Bool {
        url.scheme == scheme && url.host == host && url.segments.starts(with: segments)
    }

    /// Returns whether the literal beginning of a pattern shows that the pattern matches only URLs at the path or below
    /// it.
    func covers(pattern: String) -> Bool {
        guard let scheme = pattern.firstRange(of: "://") else { return false }
        let rest = pattern[scheme.upperBound...]
        var literal = rest.prefix { !":*(".contains($0) }
        if literal.endIndex < rest.endIndex {
            // The last segment is not completely literal.
            guard let slash = literal.lastIndex(of: "/") else { return false }
            literal = literal[..<slash]
        }
        return covers(RouteURL(String(pattern[..<literal.endIndex])))
    }
}
