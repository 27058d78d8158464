import Foundation
@_spi(Host) import ModuleKit
import Synchronization
import TestSupport
import Testing

@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(30))) struct `A crash of an isolated module` {
    /// Limits under which a module may crash any number of times.
    private static var patient: ModuleLimits {
        var limits = ModuleLimits(start: 60)
        limits.crashCount = .max
        limits.crashPause = .zero
        return limits
    }

    /// Whether each request was answered.
    private final class Outcomes: Sendable {
        private let byNumber = Mutex<[Int: Bool]>([:])

        var all: [Int: Bool] { byNumber.withLock(\.self) }

        /// Records an outcome, and returns whether it is the first of its request.
        func add(_ isAnswered: Bool, of number: Int) -> Bool {
            byNumber.withLock { $0.updateValue(isAnswered, forKey: number) == nil }
        }
    }

    private static func crash(_ error: (any Error)?) -> ModuleCrash? {
        (error as? RequestError)?.cause as? ModuleCrash
    }

    static let ends: [(path: String, cause: ModuleCrash.Cause, words: String)] = [
        ("kill", .signal(SIGKILL), "SIGKILL (Killed)"), ("exit", .exited(3), "ended itself with code 3"),
    ]

    @Test(arguments: ends)
    func `a crash is an error with module, cause and remedy, and the next request restarts the module`(
        path: String, cause: ModuleCrash.Cause, words: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            let stage = try await IsolatedStage("Confined", "Confined", Self.patient, in: folder)
            let before = try await stage.process
            let error = await #expect(throws: RequestError.self) { try await stage.call(path, as: Int.self) }
            #expect(Self.crash(error) == ModuleCrash(module: "Confined", cause: cause))
            #expect("\(error.map { "\($0)" } ?? "")".contains("Confined's process"))
            #expect("\(error.map { "\($0)" } ?? "")".contains(words))
            #expect("\(error.map { "\($0)" } ?? "")".contains("ask again"))
            let after = try await stage.process
            #expect(before != after)
            #expect(!ProcessTable.runs(before))
            await stage.runtime.stopAll()
            #expect(!ProcessTable.runs(after))
        }
    }

    @Test func `a crash of an isolated module is an error for each waiting caller`() async throws {
        try await TemporaryFolder.with { folder in
            let stage = try await IsolatedStage("Confined", "Confined", Self.patient, in: folder)
            let process = try await stage.process
            let calls = (0..<20).map { _ in
                Task { () -> RequestError? in
                    do throws(RequestError) {
                        _ = try await stage.call("wait", as: Int.self)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            // All callers wait before the process is killed.
            while try await stage.call("waiting", as: Int.self) < calls.count { await Task.yield() }
            kill(process, SIGKILL)
            for call in calls {
                let error = await call.value
                #expect(Self.crash(error)?.cause == .signal(SIGKILL), "\(error.map { "\($0)" } ?? "an answer")")
            }
            await stage.runtime.stopAll()
        }
    }

    @Test func `an isolated module is quarantined after three crashes, until the user starts it`() async throws {
        try await TemporaryFolder.with { folder in
            var limits = ModuleLimits()
            limits.crashPause = .milliseconds(1)
            let stage = try await IsolatedStage("Confined", "Confined", limits, in: folder)
            var count = 0
            // A caller that asks before the module is removed gets the error of the previous crash.
            while await stage.state != .quarantined, count < 20 {
                let error = await #expect(throws: RequestError.self) { try await stage.call("kill", as: Int.self) }
                if Self.crash(error) != nil { count += 1 }
            }
            #expect(count >= 3)
            let refusal = await stage.runtime.records(of: "Confined").first?.text ?? ""
            #expect(refusal.contains("3 times within 300 s"))
            #expect(refusal.contains("`module start Confined`"))
            await #expect(throws: RequestError.self) { try await stage.call("process", as: Int.self) }
            try await stage.runtime.ensureStarted("Confined", isAsked: true)
            _ = try await stage.process
            await stage.runtime.stopAll()
        }
    }

    @Test func `each of thousands of requests has one outcome and runs at most once despite crashes`() async throws {
        try await TemporaryFolder.with { folder in
            let stage = try await IsolatedStage("Confined", "Confined", Self.patient, in: folder)
            let (count, callers) = (100 * Rounds.count(usual: 30), 8)
            let file = IsolatedStage.storage(of: "Confined", in: folder) + "/work"
            let outcomes = Outcomes()
            await withTaskGroup(of: Void.self) { group in
                for caller in 0..<callers {
                    group.addTask {
                        for number in stride(from: caller, to: count, by: callers) {
                            if number % 100 == 99, let process = try? await stage.process { kill(process, SIGKILL) }
                            let answer = try? await stage.call("work/\(number)", file, as: Int.self)
                            #expect(outcomes.add(answer != nil, of: number))
                            #expect((answer ?? number) == number)
                        }
                    }
                }
            }
            let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").compactMap { Int($0) }
            let (worked, outcome) = (Set(lines), outcomes.all)
            #expect(outcome.count == count)
            #expect(worked.count == lines.count)
            #expect(outcome.allSatisfy { !$0.value || worked.contains($0.key) })
            #expect(outcome.count(where: \.value) > count / 2)
            await stage.runtime.stopAll()
        }
    }

    @Test func `an isolated module that sends bytes that are not a frame is ended`() async throws {
        try await TemporaryFolder.with { folder in
            let stage = try await IsolatedStage("Confined", "Confined", Self.patient, in: folder)
            let process = try await stage.process
            _ = try? await stage.call("break", as: Bool.self)
            try await Condition.becomesTrue { !ProcessTable.runs(process) }
            // A request that comes before the module is removed also fails.
            while (try? await stage.process) == nil { await Task.yield() }
            await stage.runtime.stopAll()
        }
    }
}

@Suite(.ownThread, .timeLimit(.minutes(30))) struct `The process of an isolated module` {
    @Test func `an isolated process has no capabilities, and limits of files and memory`() async throws {
        try await TemporaryFolder.with { folder in
            let limits = IsolationLimits(megabytes: 256, seconds: 100, files: 64)
            let stage = try await IsolatedStage("Confined", "Confined", limits: limits, in: folder)
            #expect(try await stage.call("status/NoNewPrivs", as: String.self) == "NoNewPrivs: 1")
            // Only a process with capabilities can reduce its bounding set, and only root's process has some.
            for kind in ["Inh", "Prm", "Eff", "Amb"] + (geteuid() == 0 ? ["Bnd"] : []) {
                #expect(try await stage.call("status/Cap\(kind)", as: String.self) == "Cap\(kind): 0000000000000000")
            }
            #expect((1...64).contains(try await stage.call("files", as: Int.self)))
            #expect(try await stage.call("parent", as: Int.self) == Int(getpid()))
            let error = await #expect(throws: RequestError.self) { try await stage.call("memory", as: Int.self) }
            #expect("\(error.map { "\($0)" } ?? "")".contains("Confined's process ended with SIG"))
            await stage.runtime.stopAll()
        }
    }

    @Test func `an isolated process has a limit of processor time`() async throws {
        try await TemporaryFolder.with { folder in
            let limits = IsolationLimits(megabytes: 1024, seconds: 2, files: 64)
            let stage = try await IsolatedStage("Confined", "Confined", limits: limits, in: folder)
            let error = await #expect(throws: RequestError.self) { try await stage.call("burn", as: Int.self) }
            #expect("\(error.map { "\($0)" } ?? "")".contains("used up its processor time"))
            await stage.runtime.stopAll()
        }
    }

    @Test func `an isolated process cannot leave its group, and ends even if it is suspended`() async throws {
        try await TemporaryFolder.with { folder in
            var limits = ModuleLimits()
            limits.stop = 1
            let stage = try await IsolatedStage("Confined", "Confined", limits, in: folder)
            let process = try await stage.process
            #expect(try await stage.call("leave", as: Int.self) == -1)
            kill(process, SIGSTOP)
            await stage.runtime.stopAll()
            try await Condition.becomesTrue { !ProcessTable.runs(process) }
        }
    }

    @Test func `calls that block an isolated process end at the deadline, and the process ends`() async throws {
        try await TemporaryFolder.with { folder in
            let stage = try await IsolatedStage("Confined", "Confined", in: folder)
            let process = try await stage.process
            for path in ["wait", "block"] {
                let error = await #expect(throws: RequestError.self) {
                    try await stage.call(path, as: Int.self, deadline: .milliseconds(200))
                }
                guard case .deadline = error?.reason else {
                    Issue.record("\(path): \(String(describing: error))")
                    continue
                }
            }
            // Other calls are still answered.
            #expect(try await stage.process == process)
            await stage.runtime.stopAll()
            #expect(!ProcessTable.runs(process))
        }
    }

    @Test func `the output of an isolated process has the module's name before each line`() async throws {
        try await TemporaryFolder.with { folder in
            let stage = try await IsolatedStage("Confined", "Confined", in: folder)
            _ = try await stage.call("say", as: Bool.self)
            await stage.runtime.stopAll()
            for line in ["one line", "and \u{1B}[31manother", "no end of line", "stopped"] {
                try await Condition.becomesTrue { stage.lines.contains("Confined: \(line)") }
            }
        }
    }
}
