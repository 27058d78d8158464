@_spi(Host) import ModuleKit

@testable import Platform
@testable import PluginRuntime

/// One value of each kind that processes exchange or the cache keeps, without anything that differs between builds.
enum GoldenFrames {
    /// The fields of a host's first ask.
    struct Load: FrameValue {
        func write(to frame: inout FrameEncoder) throws {
            try frame.write(WireVersion())
            try frame.write("debug")
            try frame.write(GoldenFrames.module.forLoading)
        }

        static func read(from frame: inout FrameDecoder) throws -> Load {
            _ = (try frame.read(WireVersion.self), try frame.read(String.self), try frame.read(ModuleDescriptor.self))
            return Load()
        }
    }

    static let all: [(name: String, value: any FrameValue)] =
        payloads + requests + answers + errors + [
            ("load", Load()), ("manifest", manifest), ("module", module), ("problem", problem),
        ]

    static func bytes(of value: any FrameValue) -> [UInt8] {
        var frame = FrameEncoder()
        return (try? value.write(to: &frame)) == nil ? [] : frame.bytes
    }

    private static let payloads: [(String, any FrameValue)] = [
        ("payload text", Payload("林晓")), ("payload bytes", Payload([0, 1, 255] as [UInt8])),
        ("payload json", Payload([1, 2])), ("payload secret", Payload(object: Secret(bytes: [1, 2]))),
        ("numbers", [0, -1, 127, 128, Int.max]), ("flags", [true, false]), ("nothing", FrameNothing()),
        ("optional", [nil, "text"] as [String?]), ("table", ["a": "1", "b": "2"]),
    ]

    private static let requests: [(String, any FrameValue)] = [
        ("origins", [.module("Rent"), .shell, .external, .elsewhere] as [Origin]),
        ("verbs", [.open, .call] as [Request.Verb]),
        (
            "request",
            RequestImage(
                id: 7, parent: 6, url: "app://golden/1?a=b", shownURL: "app://golden/1?a=***",
                captures: [QueryItem(name: "id", value: "1")], verb: .open, origin: .external, awaitsResult: true,
                body: Payload("x"))
        ),
        (
            "relayed request",
            RelayedRequest(
                url: "app://golden/1", verb: .call, body: nil, origin: .module("Rent"),
                options: RequestOptions(deadline: .seconds(3), context: call), awaitsResult: false, wantsPage: true)
        ),
        (
            "labelled route",
            LabelledRoute(
                module: "Golden", pattern: "/golden", verb: .open, url: "app://golden", text: "Golden", summary: nil)
        ),
    ]

    private static let call = WebServiceCall(
        service: "rent", module: "Rent", method: .get, headers: ["Accept": "text/plain"], mediaType: nil, retries: 2,
        deadline: .milliseconds(1_500), sensitiveParameters: ["token"], progress: nil)

    private static let answers: [(String, any FrameValue)] = [
        (
            "responses",
            [.value(Payload("x")), .redirect(to: "app://golden"), .done, .declined, .suppressed] as [Response]
        ),
        (
            "decisions",
            [
                .pass, .change(url: "app://golden/2", body: nil), .change(url: "app://golden/2", body: .some(nil)),
                .redirect("app://golden/3"), .answer(.done), .refuse("no; wait"),
            ] as [SentDecision]
        ),
        (
            "outcomes",
            [.answered(.done), .failed(RequestError(.cancelled(url: "app://golden", during: .lookUp)))] as [Outcome]
        ),
        (
            "request outcomes",
            [
                .value(Payload("x"), from: .handler(route: "/golden", module: "Golden")), .result(nil),
                .result(Payload("x")),
                .feedback(feedback),
            ] as [RequestOutcome]
        ),
        ("refused", Feedback(.refused(reason: "no; wait"), stack: [], tab: nil, next: nil)),
        (
            "delivery",
            Delivery(
                event: "golden.sold", count: 2,
                failures: [Delivery.Failure(module: "Rent", reason: DescribedError(description: "it broke"))])
        ),
    ]

    private static let feedback = Feedback(
        .dismissed(value: Payload("x")),
        stack: [StackEntry(url: "app://golden", title: "Golden", style: .presented, identity: 3)], tab: "Homes",
        next: "app://golden/2")

    private static let errors: [(String, any FrameValue)] = [
        ("no route", RequestError(.noRoute(url: "u", asked: "a", near: ["/b"]))),
        ("denied", RequestError(.accessDenied(url: "u", route: "/r", owner: "O", access: .modules, origin: .external))),
        (
            "handler failed",
            RequestError(
                .handlerFailed(
                    url: "u", route: "/r", owner: "O",
                    reason: Thrown(ParameterError.missing(name: "n", expected: "Int"))))
        ),
        ("out of time", RequestError(.deadline(url: "u", stage: .navigator, limit: .milliseconds(1_500)))),
        ("refused request", RequestError(.refused(url: "u", by: .interceptor("i", module: "M"), reason: "no; wait"))),
        ("cancelled", Thrown(CancellationError())),
    ]

    static let manifest: Manifest = {
        let place = DeclarationSite(fileID: "Golden/Golden.swift", line: 7)
        var registration = Registration(owner: "Golden")
        registration.types = [
            ParameterType("date", characters: .digits.union(CharacterClass("-é")), length: 10...10),
            ParameterType("kind", alternatives: ["house", "flat"]),
        ]
        var route = Route("/golden/:id<int>", verb: .open, access: .public, location: place) { _ in .declined }
        (route.priority, route.name, route.sensitiveParameters) = (2, "home", ["token"])
        route.labels = [RouteLabel("centre", "Homes"), RouteLabel("summary", "All homes")]
        (route.duplicateWindow, route.remoteTypes) = (.seconds(3), types)
        registration.routes = [route]
        registration.rewrites = [
            Rewrite("/old/:id", to: "/golden/:id", fileID: place.fileID, line: 8).deprecated(from: "2026-12-31")
        ]
        registration.interceptors = [
            Interceptor(
                "some", on: ["/a", "/b"], label: "centre", before: ["M.x"], after: ["y"], location: place,
                seesOutcome: true)
        ]
        registration.services = [Offer("count", "1.2", type: "Swift.Int", location: place) { 1 }]
        registration.subscriptions = [Subscription(to: "let", within: .milliseconds(1_500)) { _ in }]
        return Manifest(registration)
    }()

    private static let types = Route.Types(
        input: "Search", value: "Home",
        inputShape: .object(
            [
                TypeShape.int, .uint, .double, .bool, .text, .alternatives(["s", "l"]), .dictionary(.text),
                .unknown(gap: "mend it"),
            ]
            .enumerated().map { RouteParameter(name: "\($0)", shape: $1, isOptional: $0 > 3) }, gap: nil),
        valueShape: .array(.nullable(.formatted(type: "string", format: "date-time"))))

    static let problem = PluginProblem(.scan, "it broke", remedy: "mend it")

    static let module = ModuleDescriptor(
        info: ModuleInfo(
            "Golden", "1.2.3", "Is golden", requirements: [Requirement("Rent", "1.0"..<"2.0")], webServices: ["rent"],
            isIsolated: true, settings: .object(["limit": .integer(3)]), sensitiveSettings: ["token"]),
        file: "/golden/libGolden.so", source: .store,
        library: ModuleLibrary(path: "/golden/store/libGolden.so", bundledLibraries: ["/golden/store/libInterface.so"]),
        content: SHA256.hash([1]), startsWithHost: true, isDisabled: false, problem: problem,
        identities: [FileIdentity(device: 1, inode: 2, size: 3, modified: 4, changed: 5)],
        isolation: IsolationLimits(megabytes: 512, environment: ["LANG"]), ownContent: SHA256.hash([2]),
        settings: [GivenSetting("limit", .integer(4), from: "--set", isText: true)])

    static let scan = ScanRecord(
        modules: [ScannedModule(info: module.info, manifest: manifest, startsWithHost: true)],
        problems: ["Other": problem], fault: nil)

    static let catalogue = ModuleCatalogue(
        modules: [module],
        records: [ModuleRecord("/golden/libBroken.so", file: "/golden/libBroken.so", source: .option, problem)],
        names: ["Golden"], idleModules: [manifest.registration(of: "Golden")])
}
