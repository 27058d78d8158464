public import ModuleKit
import Synchronization

/// A module that records pages, requests and calls according to rules in remotes' tables.
///
/// Other modules do not contain code for tracking.
struct TrackingModule: Module {
    static let info = ModuleInfo("Tracking", "1.0", "Records, by the server's rules, which pages and routes are used")
        .team("team-tracking")
        .settings(Configuration())

    /// The name of the rules in a table.
    static let rulesName = "tracking"

    private let context: ModuleContext
    private let configuration: Configuration
    private let recorder: Recorder
    private let present = Present()

    /// The rules in force, and whether the module has subscribed to page events for these rules.
    ///
    /// The lock is held while the module redeclares its interceptors; the rules therefore always match the
    /// interceptors.
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
        // Releases the rules, which hold this module.
        present.state.withLock { $0 = (nil, false) }
        recorder.end()
    }

    /// Puts rules in force; if one new rule has a fault, the current rules stay in force.
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

    /// Subscribes to page events when a rule in force first watches a page.
    private func watchPages(of set: RuleSet) {
        present.state.withLock { state in
            // A request keeps the rules with which it began; newer rules may have replaced them in the module.
            guard state.rules === set, !state.watchesPages else { return }
            state.watchesPages = true
            // The interceptors do not change; only subscriptions are added.
            try? context.redeclare(
                interceptors: set.interceptors,
                subscriptions: subscriptions + set.choiceSubscriptions + set.pageSubscriptions)
        }
    }
}

/// The module's entry point, called by the host.
@c(switchboard_v1_Tracking) public func tracking(_ host: HostPointer) -> CInt { TrackingModule.export(to: host) }
