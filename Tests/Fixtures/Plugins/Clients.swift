// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit
import Synchronization

/// Eight clients that send requests without end, and count the outcomes: each number is requested once.
struct ClientsModule: Module {
    static let info = ModuleInfo("Clients", "1.0", "Asks")
    private let context: ModuleContext
    private let count = Counts()

    init(context: ModuleContext) { self.context = context }

    struct Answer: Codable { let number: Int, version: Int }

    var routes: [Route] {
        Call("/clients/start") { (_: Request) -> Bool in
            for _ in 0..<8 { Task.detached { await ask() } }
            return true
        }
        Call("/clients/hit/:number<int>") { request in
            count.hit(try request.parameters.value("number"))
            return true
        }
        Call("/clients/count") { _ in count.result }
        Call("/clients/stop") { (_: Request) async -> Counts.Result in
            count.stop()
            while count.running > 0 { try? await Task.sleep(for: .milliseconds(5)) }
            return count.result
        }
    }

    private func ask() async {
        while let number = count.next() {
            do {
                let answer = try await context.call("app://turnover/\(number)", as: Answer.self)
                count.answered(number, answer.number, answer.version)
            } catch {
                count.failed("\(error)")
            }
            await Task.yield()
        }
    }
}

/// The outcomes of all requests.
final class Counts: Sendable {
    struct Result: Codable {
        var asked = 0, answered = 0, failed = 0, wrong = 0
        /// The numbers of requests for which a handler ran never, or more than once.
        var unseen = 0, doubled = 0
        var byVersion: [Int: Int] = [:]
        var firstError: String?
    }

    private struct State {
        var result = Result()
        var hits: [Int] = []
        var isOver = false
        var running = 8
    }

    private let state = Mutex(State())

    var running: Int { state.withLock(\.running) }

    var result: Result {
        state.withLock { state in
            var result = state.result
            result.unseen = state.hits.count { $0 == 0 }
            result.doubled = state.hits.count { $0 > 1 }
            return result
        }
    }

    func next() -> Int? {
        state.withLock { state in
            if state.isOver {
                state.running -= 1
                return nil
            }
            state.hits.append(0)
            state.result.asked += 1
            return state.hits.count - 1
        }
    }

    /// Other callers may also request numbers.
    func hit(_ number: Int) {
        state.withLock { state in
            if state.hits.indices.contains(number) { state.hits[number] += 1 }
        }
    }

    func answered(_ number: Int, _ answer: Int, _ version: Int) {
        state.withLock { state in
            state.result.answered += 1
            if number != answer { state.result.wrong += 1 }
            state.result.byVersion[version, default: 0] += 1
        }
    }

    func failed(_ error: String) {
        state.withLock { state in
            state.result.failed += 1
            state.result.firstError = state.result.firstError ?? error
        }
    }

    func stop() { state.withLock { $0.isOver = true } }
}

@c(switchboard_v1_Clients)
public func clients(_ host: HostPointer) -> CInt { ClientsModule.export(to: host) }
