public import ModuleKit
import Synchronization

/// Records pages, requests and calls by the rules of remotes' tables; no other module does anything for it.
struct TrackingModule: Module {
    static let info = ModuleInfo("Tracking", "1.0", "Records by rules of the server which pages and routes are used")
        .team("team-tracking")
        .settings(Configuration())

    /// The name of the rules in a table.
    static let rulesName = "tracking"

    private let context: ModuleContext
    private let configuration: Configuration
    private let recorder: Recorder
    private let present = Present()

    /// The rules in force, and whether the module is subscribed to the events of pages for them.
    ///
    /// The lock is held while the module declares anew, so that the rules are always those of its interceptors.
    private final class Present: Sendable {
        let state = Mutex<(rules: RuleSet?, watchesPages: Bool)>((nil, false))
    }

    init(context: ModuleContext) throws {
        self.init(context: context, configuration: try context.configuration(as: Configuration.self).withFolder())
    }

    init(context: ModuleContext, configuration: Configuration) {
        self.context = context
        self.configuration = configuration
        recorder = Recorder(configuration)
    }

    var routes: [Route] {
        Open("/tracking/metrics", access: .modules) { _ in Page("Tracking", showing: recorder.metrics) }
    }

    var subscriptions: [Subscription] {
        Subscription(to: Event<[Payload]>.tableRules(Self.rulesName)) { rules in try take(rules) }
    }

    func start() async { recorder.begin(context) }

    func stop() async {
        // The rules hold this module.
        present.state.withLock { $0 = (nil, false) }
        recorder.end()
    }

    /// Puts rules in force; with a fault in one of them, the present ones stay.
    private func take(_ payloads: [Payload]) throws {
        let rules = try TrackingRule.rules(payloads)
        let set = RuleSet(rules, recorder: recorder, configuration: configuration) { set in watchPages(of: set) }
        try present.state.withLock { state in
            try context.redeclare(
                interceptors: set.interceptors, subscriptions: subscriptions + set.choiceSubscriptions)
            state = (set, false)
        }
        recorder.metrics.keep(rules)
        if !rules.isEmpty { try recorder.check() }
    }

    /// Subscribes to the events of pages, once a rule in force has a page to wait for.
    private func watchPages(of set: RuleSet) {
        present.state.withLock { state in
            // A request keeps the rules of its beginning, which may be replaced by now.
            guard state.rules === set, !state.watchesPages else { return }
            state.watchesPages = true
            // The interceptors are those that were declared before.
            try? context.redeclare(
                interceptors: set.interceptors,
                subscriptions: subscriptions + set.choiceSubscriptions + set.pageSubscriptions)
        }
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Tracking) public func tracking(_ host: HostPointer) -> CInt { TrackingModule.export(to: host) }
