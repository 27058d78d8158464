import Glibc
@_spi(Host) import ModuleKit
@_spi(Host) import ModuleTesting
import Tables

/// Measures requests without the plugin Tracking and with it under different rules, alternating in one process. All
/// times are processor times.
enum Tracking {
    private static let warmUp = 20
    private static let rounds = 401
    private static let requests = 200

    /// A state of the mediator to measure.
    private enum Variant: String, CaseIterable {
        case without = "without the module"
        case noRules = "without rules"
        case otherRules = "100 rules of all kinds, none for the URL"
        case counted = "a rule for the URL, sampling 0"
        case recorded = "a rule for the URL, recorded"

        func rules(_ verb: Request.Verb) -> [String]? {
            let rule = { (pattern: String, kind: String, rest: String) in
                "{\"pattern\":\"\(pattern)\",\"kind\":\"\(kind)\",\"fields\":[\"parameters.id\"]\(rest)}"
            }
            switch self {
            case .without: return nil
            case .noRules: return []
            case .otherRules:
                let kinds = ["appear", "disappear", "link", "action", "form", "open", "call"]
                return (0..<100).map { rule("app://shop\($0)/lamp/:id", kinds[$0 % kinds.count], "") }
            case .counted: return [rule("app://shop/lamp/:id", verb.rawValue, ",\"sampling\":0")]
            case .recorded: return [rule("app://shop/lamp/:id", verb.rawValue, "")]
            }
        }
    }

    static func run(on host: Host) async throws {
        setenv("XDG_STATE_HOME", host.folder, 1)
        for verb in [Request.Verb.open, .call] {
            try await compare([.without, .noRules, .otherRules, .counted], verb, host)
            // The variant with records is compared separately, because its writer would add processor time to the other
            // variants.
            try await compare([.without, .recorded], verb, host)
        }
    }

    /// Prints the median times, and the median and quartiles of each variant's ratio to the first variant in the same
    /// round.
    private static func compare(_ variants: [Variant], _ verb: Request.Verb, _ host: Host) async throws {
        var scenes: [(mediator: Switchboard, module: (any Module)?)] = []
        for variant in variants { scenes.append(try await scene(variant, verb, host)) }
        var times = variants.map { _ in [Double]() }
        for round in 0..<(warmUp + rounds) {
            for place in variants.indices {
                let start = processorTime
                try await ask(scenes[place].mediator, verb, requests)
                if round >= warmUp { times[place].append((processorTime - start) / Double(requests)) }
            }
        }
        let rows = variants.indices.map { place in
            let ratios = zip(times[place], times[0]).map { $0 / $1 }.sorted()
            let shares = [ratios[rounds / 2], ratios[rounds / 4], ratios[rounds * 3 / 4]]
            return [variants[place].rawValue, Number.nanoseconds(times[place].median)]
                + shares.map { Number.fixed($0, 3) }
        }
        for scene in scenes { await scene.module?.stop() }
        let heading = ["", "ns", "times", "lower quartile", "upper quartile"]
        print(TextTable("A request to \(verb.rawValue)", heading: heading, rows: rows).text(.terminal))
    }

    private static func scene(
        _ variant: Variant, _ verb: Request.Verb, _ host: Host
    ) async throws -> (mediator: Switchboard, module: (any Module)?) {
        let mediator = Switchboard(navigator: RecordingNavigator())
        try mediator.register(shop(verb))
        guard let rules = variant.rules(verb) else { return (mediator, nil) }
        let plugin = try factory(ModuleFactory.self, host.own("libTracking.so"), "switchboard_v1_Tracking")
        let tracking = try plugin.module(context: ModuleContext(name: "Tracking", mediator: mediator))
        try await tracking.start()
        try mediator.register(tracking.registration)
        let payloads = try rules.map { try Payload(json: Array($0.utf8)) }
        let delivery = await mediator.publish(.tableRules("tracking"), payloads)
        precondition(delivery.failures.isEmpty, "\(delivery.failures)")
        return (mediator, tracking)
    }

    private static func ask(_ mediator: Switchboard, _ verb: Request.Verb, _ count: Int) async throws {
        for _ in 0..<count {
            if verb == .open {
                _ = try await mediator.open("app://shop/lamp/42", origin: .shell)
            } else {
                _ = try await mediator.call("app://shop/lamp/42", origin: .shell)
            }
        }
    }

    /// A module with two interceptors that let each request pass, and an interceptor for another URL.
    private static func shop(_ verb: Request.Verb) -> Registration {
        var registration = Registration(owner: "Shop")
        let location = DeclarationSite(fileID: #fileID, line: #line)
        registration.routes = [
            Route("/shop/lamp/:id<int>", verb: verb, access: .public, location: location) { request in
                verb == .open ? .page(Page("Lamp")) : .value(Payload(42))
            }
        ]
        registration.interceptors = [
            Interceptor("first") { _ in .pass }, Interceptor("second") { _ in .pass },
            Interceptor("session", on: "/account/profile") { _ in .pass },
        ]
        return registration
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
