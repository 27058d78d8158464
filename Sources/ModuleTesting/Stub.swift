import Glibc
@_spi(Host) import HostKit
@_spi(Host) public import ModuleKit

/// A test's answer that replaces another module's route or a web service.
public struct Stub: Sendable {
    let verb: Request.Verb
    /// Whether the stub may decline; only a request can then show whether the stub answers.
    var mayDecline = false
    var labels: [RouteLabel] = []
    var access = Access.modules
    /// Whether the stub need not be requested.
    var isOptional = false
    /// Whether an upload to the stub breaks off halfway.
    var breaksOff = false
    let handler: Route.Handler

    /// Returns the stub with a label that the replaced route has.
    public func labelled(_ name: String, _ text: String? = nil) -> Stub {
        with { $0.labels.append(RouteLabel(name, text)) }
    }

    /// The stub as a public route, which `context.onBehalf(of: request)` can also request for external callers.
    public var `public`: Stub { with { $0.access = .public } }

    /// The stub as an optional stub, which a test need not request; for stubs that several tests share.
    public var optional: Stub { with { $0.isOptional = true } }

    private func with(_ change: (inout Stub) -> Void) -> Stub {
        var stub = self
        change(&stub)
        return stub
    }

    /// Returns a stub that answers a call with a value.
    public static func value(_ value: some Encodable & Sendable) -> Stub {
        Stub(verb: .call) { _ in .value(Payload(value)) }
    }

    /// Returns a stub that answers an opened URL with a page, a command or a redirect.
    public static func answer(_ answer: some ResponseConvertible) -> Stub {
        let response = answer.response
        let declines = if case .declined = response { true } else { false }
        return Stub(verb: .open, mayDecline: declines) { _ in response }
    }

    /// Returns a stub that fails.
    public static func failure(_ verb: Request.Verb, _ error: any Error) -> Stub {
        Stub(verb: verb) { _ in throw error }
    }

    /// Returns a stub with a handler; because the handler may decline, `availability(of:)` is `undecided`.
    public static func handler(_ verb: Request.Verb, _ handler: @escaping Route.Handler) -> Stub {
        Stub(verb: verb, mayDecline: true, handler: handler)
    }

    /// Returns a stub of a web service that answers with a status, such as 401.
    ///
    /// `send` then throws the code `remoteUnavailable`, and `response(to:)` returns the body and the header fields. The
    /// names of the fields must be in lower case.
    public static func status(_ code: Int, _ body: String = "", headers: [String: String] = [:]) -> Stub {
        Stub(verb: .call) { request in
            let call = request.context(as: WebServiceCall.self)
            guard call?.answerForm == .response else {
                throw ResolverError.status(resolver: Self.service(of: request), code: code, excerpt: body)
            }
            return .value(Payload(WebServiceAnswer(status: code, headers: headers, body: Array(body.utf8))))
        }
    }

    /// A stub of a web service that cannot be reached; an upload to it breaks off halfway.
    public static var unavailable: Stub {
        Stub(verb: .call, breaksOff: true) { request in
            let reason = "nothing accepts connections there"
            throw ResolverError.unavailable(resolver: service(of: request), reason: reason)
        }
    }

    private static func service(of request: Request) -> String {
        request.context(as: WebServiceCall.self)?.service ?? "\(request.url)"
    }

    /// A stub that never answers, and lets the caller's deadline expire immediately; an upload breaks off halfway.
    public static var late: Stub {
        Stub(verb: .call, breaksOff: true) { request in
            request.expire()
            try await Task.sleep(for: .seconds(86_400))
            return .declined
        }
    }

    /// Returns the stub's route, which calls `asked` for each request; `module` is the module under test, if any.
    func route(
        _ pattern: String, for module: String? = nil,
        at location: DeclarationSite = DeclarationSite(fileID: #fileID, line: #line),
        asked: @escaping @Sendable () -> Void = {}
    ) -> Route {
        var route = Route(pattern, verb: verb, access: access, location: location) { request in
            asked()
            reportUpload(of: request)
            return try await ContractRecorder.answer(request, of: module, to: verb, pattern, labels) {
                try await handler(request)
            }
        }
        route.mayDecline = mayDecline
        route.labels = labels
        return route
    }

    /// Reports the progress of an upload as the host's client does.
    private func reportUpload(of request: Request) {
        guard let report = request.context(as: WebServiceCall.self)?.progress, let body = request.body,
            let bytes = (try? body.object(as: [UInt8].self)) ?? (try? body.json())
        else { return }
        let parts = stride(from: 0, to: bytes.count, by: 65_536).map { min($0 + 65_536, bytes.count) }
        for sent in parts.prefix(breaksOff ? parts.count / 2 : parts.count) { report(sent, bytes.count) }
    }
}

/// The stubs of a test, with the patterns of the requested stubs; when the set is released, it warns about unused stubs
/// on standard error.
final class StubSet: Sendable {
    private let state: Recorded<(stubs: [String: Stub], asked: Set<String>)>
    private let module: String
    private let place: DeclarationSite

    init(_ stubs: [String: Stub], of module: String, at place: DeclarationSite) {
        (state, self.module, self.place) = (Recorded((stubs, [])), module, place)
    }

    deinit {
        guard !unused.isEmpty else { return }
        let warning = Array("\(place): warning: \(HarnessError.unusedStubs(unused))\n".utf8)
        _ = write(STDERR_FILENO, warning, warning.count)
    }

    /// Adds stubs, which replace earlier stubs with the same patterns and count as not requested.
    func replace(_ others: [String: Stub]) {
        state.change { $0 = ($0.stubs.merging(others) { $1 }, $0.asked.subtracting(others.keys)) }
    }

    /// Throws if a stub has the pattern of a route of the module under test: such a test would only test the stub.
    func check(beside own: Registration) throws(RegistrationError) {
        let routes = Dictionary(own.routes.map { (Self.form($0.pattern), $0) }) { first, _ in first }
        let faults = state.read(\.stubs).keys.sorted().compactMap { [place] pattern in
            routes[Self.form(pattern)].map { route in
                RegistrationFault.conflict(
                    pattern: route.pattern, declared: route.location, with: pattern, otherOwner: "stubs",
                    otherDeclared: place)
            }
        }
        if !faults.isEmpty { throw .invalid(faults, owner: own.owner) }
    }

    /// Returns a pattern without its scheme and the names of its parameters.
    private static func form(_ pattern: String) -> String {
        pattern.replacing(/^\w+:\/(?=\/)/, with: "").replacing(/:\w+/, with: ":")
    }

    /// The routes of the stubs. The routes do not hold this set: a mediator that is not stopped outlives its test, and
    /// the set could then not warn.
    var routes: [Route] {
        state.read(\.stubs).map { [state, module, place] pattern, stub in
            stub.route(pattern, for: module, at: place) { state.change { _ = $0.asked.insert(pattern) } }
        }
    }

    /// The patterns of the stubs that were not requested, sorted, without optional stubs.
    var unused: [String] {
        state.read { state in state.stubs.filter { !$1.isOptional && !state.asked.contains($0) }.keys.sorted() }
    }
}
