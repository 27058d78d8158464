@_spi(Host) import ModuleTesting
import Synchronization

/// A mediator for tests, with modules that declare services and subscriptions, and with the notes of its observer.
struct Assembly {
    let mediator: Switchboard
    let navigator = RecordingNavigator()
    let notes = Notes()

    init() { mediator = Switchboard(navigator: navigator, observer: notes) }

    func register(
        _ owner: String, routes: [Route] = [], services: [Offer] = [],
        subscriptions: [Subscription] = []
    ) throws(RegistrationError) {
        var registration = Registration(owner: owner)
        registration.routes = routes
        registration.services = services
        registration.subscriptions = subscriptions
        try mediator.register(registration)
    }

    /// Registers a module that subscribes to one event.
    func subscribe<Value>(
        _ owner: String, to event: Event<Value>, _ handler: @escaping @Sendable (Value) async throws -> Void
    ) throws(RegistrationError) {
        try register(owner, subscriptions: [Subscription(to: event, handler: handler)])
    }

    /// Returns the error of a request for a service.
    func failure<Value: Sendable>(of name: String, _ version: Version, as type: Value.Type) -> ServiceError? {
        do throws(ServiceError) {
            _ = try mediator.service(ServiceKey<Value>(name, version))
            return nil
        } catch {
            return error
        }
    }
}

/// Records the notes and log records that an observer gets.
final class Notes: MediationObserver {
    private let notes = Mutex<[String]>([])

    var all: [String] { notes.withLock(\.self) }
    var wantsTraces: Bool { false }
    var logLevel: LogLevel? { .warning }

    func requestEnded(_ trace: Trace) {}
    func noticed(_ note: MediationNote) { notes.withLock { $0.append("\(note)") } }
    func logged(_ record: LogRecord) { notes.withLock { $0.append("\(record.module): \(record.message)") } }
}

/// A list that many tasks may append to.
final class Log: Sendable {
    private let entries = Mutex<[String]>([])

    var all: [String] { entries.withLock(\.self) }
    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
}
