import Foundation
import ModuleTesting
import TestSupport
import Testing

/// Starts background work at its start and from requests.
private struct Worker: Module {
    static let info = ModuleInfo("Worker", "1.0", "Works in the background")

    let context: ModuleContext
    let rounds = Live(0)
    let began = Live<[String]>([])
    let ended = Live<[String]>([])

    init(context: ModuleContext) { self.context = context }

    func start() {
        context.every(.seconds(60)) {
            rounds.update { $0 += 1 }
            if rounds.value == 2 { throw Fault.tired }
        }
    }

    var routes: [Route] {
        Call("/worker/hour") { _ in wait("hour", .seconds(3_600)) }
        Call("/worker/month") { _ in wait("month", .seconds(30 * 86_400)) }
    }

    func stop() { _ = wait("stop", .zero) }

    private func wait(_ name: String, _ time: Duration) -> Bool {
        context.background {
            let end = context.clock.now + time
            began.update { $0.append(name) }
            do {
                try await context.clock.sleep(until: end)
                ended.update { $0.append("\(name) is over") }
            } catch {
                ended.update { $0.append("\(name) was cancelled") }
            }
        }
        return true
    }

    enum Fault: Error { case tired }
}

@Suite(.timeLimit(.minutes(1))) struct `Background work` {
    /// The steps of the clock, and how often the work has run after each.
    @Test(arguments: [
        [(59, 0), (1, 1)], [(60, 1), (60, 2), (60, 3)], [(3_630, 1), (29, 1), (1, 2)],
    ])
    func `repeated work runs once per interval, skips missed intervals and continues after an error`(
        _ steps: [(seconds: Int, rounds: Int)]
    ) async throws {
        let worker = try await ModuleHarness(Worker.self)
        for step in steps {
            worker.advance(by: .seconds(step.seconds))
            try await worker.wait { worker.module.rounds.value >= step.rounds }
            #expect(worker.module.rounds.value == step.rounds)
        }
    }

    @Test func `an error of repeated work is in the module's log`() async throws {
        let worker = try await ModuleHarness(Worker.self)
        for round in 1...2 {
            worker.advance(by: .seconds(60))
            try await worker.wait { worker.module.rounds.value == round }
        }
        try await worker.wait { !worker.log.isEmpty }
        #expect(worker.log.map(\.message) == ["work in the background failed: tired"])
    }

    @Test(arguments: [("hour", 3_600), ("month", 30 * 86_400)])
    func `background work continues after the request that started it`(name: String, seconds: Int) async throws {
        let worker = try await ModuleHarness(Worker.self)
        #expect(try await worker.call("app://worker/\(name)", as: Bool.self))
        try await worker.wait { worker.module.began.value == [name] }
        worker.advance(by: .seconds(seconds))
        try await worker.wait { worker.module.ended.value == ["\(name) is over"] }
    }

    @Test func `background work is cancelled when the module stops, and does not start again`() async throws {
        let worker = try await ModuleHarness(Worker.self)
        #expect(try await worker.call("app://worker/hour", as: Bool.self))
        try await worker.wait { worker.module.began.value == ["hour"] }
        try await worker.stop()
        try await worker.wait { worker.module.ended.value == ["hour was cancelled"] }
        worker.advance(by: .seconds(60))
        #expect(worker.module.began.value == ["hour"] && worker.module.rounds.value == 0 && worker.log.isEmpty)
    }

    @Test func `a harness that is released without a stop removes its storage`() async throws {
        let earlier = Self.storages
        let folders = try await {
            let worker = try await ModuleHarness(Worker.self)
            try await worker.storage.secrets.write(Secret("word"), to: "key")
            return Self.storages.subtracting(earlier)
        }()
        #expect(!folders.isEmpty)
        try await Condition.becomesTrue { Self.storages.isDisjoint(with: folders) }
    }

    /// The temporary storages with a folder of the module, also from other processes.
    private static var storages: Set<String> {
        let folder = FileManager.default.temporaryDirectory.path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Set(
            names.filter {
                $0.hasPrefix("switchboard-storage-")
                    && FileManager.default.fileExists(atPath: "\(folder)/\($0)/\(Worker.info.name)")
            })
    }
}
