@_spi(Host) import ModuleTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Random navigation commands` {
    @Test(arguments: 1...24)
    func `random commands give the stack and the results of a simple model, and events in order`(
        _ seed: UInt64
    ) async throws {
        let walk = try Walk(seed: seed)
        try await walk.run(steps: 80)
    }
}

/// Random commands of a person and of waiting requests, on a mediator and on a model.
private final class Walk {
    private let scene: Scene
    private let log = Log()
    private var model = StackModel()
    private var random: SplitMix64
    private var openers: [Task<Int?, any Error>] = []
    private var count = 0

    init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        let answer = Open("/do") { (request: Request) -> NavigationCommand in
            request.context(as: NavigationCommand.self) ?? .pop
        }
        scene = try Scene([answer.route])
        var listener = Registration(owner: "Listener")
        let log = log
        listener.subscriptions = [
            Subscription(to: .pageDidAppear) { log.add("+\($0.title)") },
            Subscription(to: .pageDidDisappear) { log.add("-\($0.title)") },
        ]
        try scene.mediator.register(listener)
    }

    func run(steps: Int) async throws {
        for _ in 0..<steps {
            try await step()
            let stack = await scene.navigator.stack()
            #expect(stack.map(\.title) == model.titles)
            #expect(scene.navigator.tab?.name == model.tab)
            try checkAppearances(top: stack.last?.title)
        }
        try await take(.tabs([Tab("end", url: "app://do")]), isRequest: false) { $0.tabs(["end"]) }
        for (number, opener) in openers.enumerated() {
            let answer = try await opener.value
            #expect(model.answers[number] == .some(answer), "opener \(number)")
        }
        #expect(model.answers.count == openers.count)
    }

    /// Checks that each page that appears also disappears before another page appears.
    private func checkAppearances(top: String?) throws {
        var shown: String?
        for entry in log.all {
            let title = String(entry.dropFirst())
            if entry.hasPrefix("+") {
                #expect(shown == nil, "\(title) appears over \(shown ?? "")")
                shown = title
            } else {
                #expect(shown == title)
                shown = nil
            }
        }
        #expect(shown == top)
    }

    private func step() async throws {
        count += 1
        let title = "p\(count)"
        let page = Page(title) {}
        let waiter = Int.random(in: 0..<3, using: &random) == 0 ? openers.count : nil
        let number = Int.random(in: 1...3, using: &random)
        let tab = ["X", "Y", "Z"][number - 1]
        switch Int.random(in: 0..<22, using: &random) {
        case 0..<5: try await take(.push(page), waiter) { $0.add(title, waiter: waiter) }
        case 5..<8: try await take(.present(page), waiter) { $0.add(title, isPresented: true, waiter: waiter) }
        case 8: try await take(.replace(page), waiter) { $0.replace(title, waiter: waiter) }
        case 9: try await take(.root(page), waiter) { $0.root(title, waiter: waiter) }
        case 10, 11: try await take(.pop) { $0.pop() }
        case 12: try await take(.popToRoot) { $0.popToRoot() }
        case 13: try await take(.dismiss(value: Payload(count))) { $0.dismiss(self.count) }
        case 14: try await take(.dismiss(value: nil)) { $0.dismiss(nil) }
        case 15, 16: try await take(.back(number)) { $0.back(number) }
        case 17, 18: try await take(.forward(number)) { $0.forward(number) }
        case 19: try await take(.tab(tab), isRequest: false) { $0.select(tab) }
        case 20 where number == 1:
            try await take(.tabs(["X", "Y"].map { Tab($0, url: "app://do") }), isRequest: false) {
                $0.tabs(["X", "Y"])
            }
        default:
            try await take(.sequence([.push(page), .push(Page(title + "b") {})]), waiter) {
                $0.add(title, waiter: nil)
                $0.add(title + "b", waiter: waiter)
            }
        }
    }

    private func take(
        _ command: NavigationCommand, _ waiter: Int? = nil, isRequest: Bool = true, _ change: (inout StackModel) -> Void
    ) async throws {
        change(&model)
        let mediator = scene.mediator
        guard waiter != nil else {
            if isRequest, Bool.random(using: &random) {
                _ = try await mediator.open("app://do", origin: .shell, options: Self.options(command))
            } else {
                _ = await mediator.perform(command)
            }
            return
        }
        let appeared = log.all.count { $0.hasPrefix("+") }
        openers.append(Self.opener(mediator, Self.options(command)))
        let log = log
        try await Condition.becomesTrue { log.all.count { $0.hasPrefix("+") } > appeared }
    }

    private static func opener(_ mediator: Switchboard, _ options: RequestOptions) -> Task<Int?, any Error> {
        Task { try await mediator.open("app://do", awaiting: Int.self, origin: .shell, options: options) }
    }

    private static func options(_ command: NavigationCommand) -> RequestOptions {
        RequestOptions(deadline: .seconds(300), context: command)
    }
}
