import Glibc
@_spi(Host) import HostKit
@_spi(Host) public import ModuleKit

/// The answer of a test in place of another module's route, or of a web service.
public struct Stub: Sendable {
    let verb: Request.Verb
    /// Whether the stub may decline, so that only a request shows whether it answers.
    var mayDecline = false
    var labels: [RouteLabel] = []
    var access = Access.modules
    /// Whether the stub may remain without a request.
    var isOptional = false
    /// Whether an upload to the stub ends in the middle.
    var breaksOff = false
    let handler: Route.Handler

    /// Returns the stub with a label, as another module's route has it.
    public func labelled(_ name: String, _ text: String? = nil) -> Stub {
        with { $0.labels.append(RouteLabel(name, text)) }
    }

    /// The stub as a route that outsiders may ask, too, as `context.onBehalf(of: request)` does for them.
    public var `public`: Stub { with { $0.access = .public } }

    /// The stub as one of several that tests share: it is no fault if nothing asks for it.
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

    /// Returns a stub whose answer a closure makes; it may decline, so that `canOpen` is undecided.
    public static func handler(_ verb: Request.Verb, _ handler: @escaping Route.Handler) -> Stub {
        Stub(verb: verb, mayDecline: true, handler: handler)
    }

    /// Returns a stub of a web service that answers with a status, such as 401; `send` throws the code
    /// `remoteUnavailable`, and `response(to:)` has the body and the header fields, whose names are in lower case.
    public static func status(_ code: Int, _ body: String = "", headers: [String: String] = [:]) -> Stub {
        Stub(verb: .call) { request in
            let call = request.context(as: WebServiceCall.self)
            guard call?.answerForm == .response else {
                throw ResolverError.status(resolver: Self.service(of: request), code: code, excerpt: body)
            }
            return .value(Payload(WebServiceAnswer(status: code, headers: headers, body: Array(body.utf8))))
        }
    }

    /// A stub of a web service that cannot be reached; an upload to it breaks off in the middle.
    public static var unavailable: Stub {
        Stub(verb: .call, breaksOff: true) { request in
            let reason = "nothing accepts connections there"
            throw ResolverError.unavailable(resolver: service(of: request), reason: reason)
        }
    }

    private static func service(of request: Request) -> String {
        request.context(as: WebServiceCall.self)?.service ?? "\(request.url)"
    }

    /// A stub that does not answer by the caller's deadline, whose time is up at once; an upload stops in the middle.
    public static var late: Stub {
        Stub(verb: .call, breaksOff: true) { request in
            request.expire()
            try await Task.sleep(for: .seconds(86_400))
            return .declined
        }
    }

    /// Returns the route of the stub, which calls a closure for each request; the test is that of a module, or of none.
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

    /// Reports the parts of an upload as the client of the host does.
    private func reportUpload(of request: Request) {
        guard let report = request.context(as: WebServiceCall.self)?.progress, let body = request.body,
            let bytes = (try? body.object(as: [UInt8].self)) ?? (try? body.json())
        else { return }
        let parts = stride(from: 0, to: bytes.count, by: 65_536).map { min($0 + 65_536, bytes.count) }
        for sent in parts.prefix(breaksOff ? parts.count / 2 : parts.count) { report(sent, bytes.count) }
    }
}

/// The stubs of a test, and which of them were asked for. At its end a warning on standard error names the others.
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

    /// Puts other stubs in place of those with their patterns.
    func replace(_ others: [String: Stub]) {
        state.change { $0 = ($0.stubs.merging(others) { $1 }, $0.asked.subtracting(others.keys)) }
    }

    /// Refuses a stub in place of a route that the module under test has itself: the test would be one of the stub.
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

    /// The routes of the stubs. They do not hold the set: a mediator that is not stopped stays after its test.
    var routes: [Route] {
        state.read(\.stubs).map { [state, module, place] pattern, stub in
            stub.route(pattern, for: module, at: place) { state.change { _ = $0.asked.insert(pattern) } }
        }
    }

    /// The patterns of the stubs that nothing asked for, sorted.
    var unused: [String] {
        state.read { state in state.stubs.filter { !$1.isOptional && !state.asked.contains($0) }.keys.sorted() }
    }
}
