@_spi(Host) import ModuleTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A table of declared modules` {
    private struct Nobody: ModuleStarter {
        func requestStart(of module: String) async throws {}
        func requestStart(ofSubscriber module: String) async throws {}
        func manifest(of module: String) -> Manifest? { nil }
    }

    private static let parts = ["/a", "/b", "/c", "/:x", "/:x<int>", "/v:x", "(/a)", "/12"]
    private static let words = ["a", "b", "c", "12", "v1", "more", "M1"]

    @Test(arguments: 1...30)
    func `a mediator with declared modules lists and finds the same routes as one without`(_ seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let modules = (0..<12).map { Self.module("M\($0)", &random) }
        let arranged = Registration.arrange(modules.map { ($0.owner, Manifest($0)) })
        let able = modules.filter { arranged.refused[$0.owner] == nil }
        let (plain, declared) = (Self.mediator(), Self.mediator())
        declared.declare(arranged.modules, startedBy: Nobody())
        var started: Set<String> = []
        for _ in 0..<60 {
            guard var module = able.randomElement(using: &random) else { return }
            if started.remove(module.owner) != nil {
                for mediator in [plain, declared] { mediator.unregister(owner: module.owner) }
            } else {
                // Some modules register more than they declared.
                if Int.random(in: 0..<4, using: &random) == 0 {
                    module.routes.append(Call("/more/\(module.owner)") { _ in "" }.route)
                }
                let results = [plain, declared].map { mediator in
                    Result { () throws(RegistrationError) in try mediator.register(module) }
                }
                #expect("\(results[0])" == "\(results[1])")
                if case .success = results[0] { started.insert(module.owner) }
            }
            #expect(Self.routes(of: plain) == Self.routes(of: declared))
            for _ in 0..<20 {
                let path = (0...2).map { _ in "/" + (Self.words.randomElement(using: &random) ?? "") }.joined()
                let url = RouteURL("app:/" + path)
                #expect(plain.owner(of: url) == declared.owner(of: url), "\(url)")
            }
        }
    }

    private static func mediator() -> Switchboard { Switchboard(navigator: RecordingNavigator(), resolvers: []) }

    private static func routes(of mediator: Switchboard) -> [String] {
        mediator.routes.map { "\($0.owner) \($0.pattern)" }
    }

    private static func module(_ name: String, _ random: inout SplitMix64) -> Registration {
        var registration = Registration(owner: name)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let parts = (0...Int.random(in: 0...2, using: &random)).map { place in
                (Self.parts.randomElement(using: &random) ?? "").replacing("x", with: "x\(place)")
            }
            registration.routes.append(Call(parts.joined()) { _ in "" }.route)
        }
        return registration
    }
}
