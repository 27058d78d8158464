@_spi(Host) import ModuleTesting
import Synchronization

/// A mediator for tests, with a navigator and an observer that record.
struct Scene {
    let mediator: Switchboard
    let navigator = RecordingNavigator()
    let observer = RecordingObserver()

    init(
        _ routes: [Route] = [], interceptors: [Interceptor] = [], rewrites: [Rewrite] = [],
        resolvers: [any Resolver] = [], owner: String = "Rent"
    ) throws {
        mediator = Switchboard(navigator: navigator, resolvers: resolvers, observer: observer)
        try register(routes, interceptors: interceptors, rewrites: rewrites, owner: owner)
    }

    func register(
        _ routes: [Route] = [], interceptors: [Interceptor] = [], rewrites: [Rewrite] = [], owner: String
    ) throws {
        var registration = Registration(owner: owner)
        registration.routes = routes
        registration.interceptors = interceptors
        registration.rewrites = rewrites
        try mediator.register(registration)
    }

    /// Options with a long deadline, so that a busy machine does not cause a failure.
    static let patient = RequestOptions(deadline: .seconds(300))

    /// Returns the text of a call, or its error.
    func call(
        _ url: String, origin: Origin = .shell, options: RequestOptions = Self.patient
    ) async -> Result<String, RequestError> {
        do throws(RequestError) {
            return .success(try await mediator.call(RouteURL(url), as: String.self, origin: origin, options: options))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the error of a call, or `nil` if it succeeds.
    func failure(
        of url: String, origin: Origin = .shell, options: RequestOptions = Self.patient
    ) async -> RequestError? {
        guard case .failure(let error) = await call(url, origin: origin, options: options) else { return nil }
        return error
    }
}

/// Records traces and notes.
final class RecordingObserver: MediationObserver {
    private let state = Mutex<(traces: [Trace], notes: [MediationNote], wantsTraces: Bool)>(([], [], false))

    var wantsTraces: Bool {
        get { state.withLock(\.wantsTraces) }
        set { state.withLock { $0.wantsTraces = newValue } }
    }

    var traces: [Trace] { state.withLock(\.traces) }
    var notes: [String] { state.withLock(\.notes).map { "\($0)" } }

    func requestEnded(_ trace: Trace) { state.withLock { $0.traces.append(trace) } }
    func noticed(_ note: MediationNote) { state.withLock { $0.notes.append(note) } }
}
