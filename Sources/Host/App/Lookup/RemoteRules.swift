@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// Puts in force what the tables of remotes lay down, each for the URLs that the configuration grants to its remote.
///
/// A table that goes beyond that, or that cannot be used, is not used at all, and told in one line.
final class RemoteRules: Sendable {
    private let mediator: Switchboard
    private let host: HostDescription
    private let report: @Sendable (String) -> Void
    /// As whose the rules in force are registered, by the name of their remote.
    private let owners = Mutex<[String: String]>([:])

    /// - Parameter report: tells the user something in one sentence.
    init(mediator: Switchboard, host: HostDescription, report: @escaping @Sendable (String) -> Void) {
        self.mediator = mediator
        self.host = host
        self.report = report
    }

    /// Puts the tables in force that are kept, and asks for those that are not.
    ///
    /// A stale one is in force until the remote has said what is right now, which is not waited for.
    func install() async {
        for case let remote as ConfiguredRemote in mediator.resolvers where !remote.grants.isEmpty {
            guard let url = try? RouteURL(ResolverTable.url) else { continue }
            let question = Question(url, host: host)
            guard let known = remote.resolver.recall(question) else {
                await ask(remote, question)
                continue
            }
            put(known.resolution, of: remote)
            if let rest = known.freshFor, rest <= 0 { Task.detached { await self.ask(remote, question) } }
        }
    }

    private func ask(_ remote: ConfiguredRemote, _ question: Question) async {
        do {
            put(try await remote.resolver.resolve(question), of: remote)
        } catch {
            report("the table of \(remote.name) is not used: \(error)")
        }
    }

    /// Replaces what the remote laid down before.
    private func put(_ answer: Resolution?, of remote: ConfiguredRemote) {
        guard case .table(let table)? = answer else {
            withdraw(remote)
            if answer != nil {
                report("the table of \(remote.name) is not used: the remote answered with something else")
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
            owners.withLock { $0[remote.name] = owner }
        } catch {
            report("\(owner) is not used: \(error)")
        }
    }

    private func withdraw(_ remote: ConfiguredRemote) {
        if let owner = owners.withLock({ $0.removeValue(forKey: remote.name) }) { mediator.unregister(owner: owner) }
    }

    private func registration(of table: ResolverTable, owner: String) -> Registration {
        var registration = Registration(owner: owner)
        registration.rewrites = table.rewrites.map { Rewrite($0.pattern, to: $0.target) }
        registration.interceptors =
            table.overrides.enumerated().map { number, rule in
                Interceptor("override \(number + 1)", on: rule.pattern) { Self.decision(rule.answer, on: $0) }
            }
            + table.log.enumerated().map { [report] number, pattern in
                Interceptor("log \(number + 1)", on: pattern).afterwards { request, outcome in
                    report("log: \(pattern) was asked by \(request.origin) and \(outcome.words)")
                    return outcome
                }
            }
        return registration
    }

    /// What an override makes of a request; one that asks for a value gets none from a page.
    private static func decision(_ answer: Resolution, on request: Request) -> Decision {
        switch answer {
        case .redirect(let url): .redirect(to: url)
        case .web(let url) where request.verb == .open: .answer(NavigationCommand.web(url: url))
        case .page(let page) where request.verb == .open: .answer(page)
        case .denied(let reason): .refuse(reason ?? "ask whoever runs the remote for access")
        default: .pass
        }
    }
}

extension Outcome {
    /// The outcome in a word: a URL may hold what nobody should read.
    fileprivate var words: String {
        switch self {
        case .answered: "answered"
        case .failed: "not answered"
        @unknown default: "ended"
        }
    }
}

/// All URLs below a place, such as `app://shop` or `https://m.example.com/shop`.
///
/// It is compared as routes are: after dot segments were resolved and escapes decoded, segment by segment, so that
/// `app://rent/sale` covers neither `app://rent/sales` nor `app://rent/sale/../42`.
struct URLPrefix: Sendable, Equatable {
    private let scheme: String
    private let host: String?
    private let segments: [String]

    /// Reads a URL with a scheme and without query and fragment; `nil` for any other text.
    init?(_ text: String) {
        guard let url = try? RouteURL(text), let scheme = url.scheme, url.query.isEmpty, url.fragment == nil else {
            return nil
        }
        self.scheme = scheme
        host = url.host
        segments = url.segments
    }

    /// Whether a URL is at the place or below it.
    func covers(_ url: RouteURL) -> Bool {
        url.scheme == scheme && url.host == host && url.segments.starts(with: segments)
    }

    /// Whether a pattern matches URLs at the place or below it only: its text before the first segment that is not
    /// literal says so.
    func covers(pattern: String) -> Bool {
        guard let scheme = pattern.firstRange(of: "://") else { return false }
        let rest = pattern[scheme.upperBound...]
        var literal = rest.prefix { !":*(".contains($0) }
        if literal.endIndex < rest.endIndex {
            // The segment that it stops in is not literal as a whole.
            guard let slash = literal.lastIndex(of: "/") else { return false }
            literal = literal[..<slash]
        }
        guard let url = try? RouteURL(String(pattern[..<literal.endIndex])) else { return false }
        return covers(url)
    }
}
