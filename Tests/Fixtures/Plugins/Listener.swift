// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Modules that report the events that they receive on standard error; each requires the module before it.
protocol ListeningModule: Module {
    static var name: String { get }
    static var requirements: [Requirement] { get }
    init(context: ModuleContext)
}

extension ListeningModule {
    static var info: ModuleInfo {
        requirements.reduce(ModuleInfo(name, "1.0", "Listens").startsWithHost()) { $0.requires($1.module, $1.versions) }
    }
    static var requirements: [Requirement] { [] }
    var routes: [Route] { [] }

    @DeclarationsBuilder<Subscription> var subscriptions: [Subscription] {
        Subscription(to: .moduleDidLoad) { change in tell("loaded \(change.module)") }
        Subscription(to: .moduleWillStart) { change in tell("starts \(change.module) \(change.version)") }
        Subscription(to: .moduleWillStop) { change in tell("stops \(change.module)") }
        Subscription(to: .pageDidAppear) { page in tell("shows \(page.title)") }
        Subscription(to: .pageDidDisappear) { page in tell("hides \(page.title)") }
    }

    func start() async throws { tell("is started") }
    func stop() async { tell("is stopped") }

    private func tell(_ what: String) {
        let line = "\(Self.name) \(what)\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}

struct ListenerA: ListeningModule {
    static let name = "ListenerA"
    init(context: ModuleContext) {}
}

struct ListenerB: ListeningModule {
    static let name = "ListenerB"
    static let requirements = [Requirement("ListenerA", "1.0"..<"2.0")]
    init(context: ModuleContext) {}
}

@c(switchboard_v1_ListenerA) public func a(_ host: HostPointer) -> CInt { ListenerA.export(to: host) }
@c(switchboard_v1_ListenerB) public func b(_ host: HostPointer) -> CInt { ListenerB.export(to: host) }
