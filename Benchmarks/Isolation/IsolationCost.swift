// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// A module that answers with the text of the request; the host runs it in a separate process.
struct EchoModule: Module {
    static let info = ModuleInfo("Echo", "1.0", "Answers with what it is given").isolated()

    init(context: ModuleContext) {}

    var routes: [Route] {
        Call("/echo/text") { (request: Request) in try request.decode(as: String.self) }
    }
}

/// Compares calls of an isolated module with bare round trips of equal size over a socket pair, in turns.
struct MeterModule: Module {
    static let info = ModuleInfo("Meter", "1.0", "Measures calls")
    private static let turns = 15
    private static let calls = 2_000
    private static let text = String(repeating: "0123456789", count: 20)

    struct Result: Codable, Sendable {
        /// Medians in microseconds: of a bare round trip, of a call, and of a call while 8 callers call at the same
        /// time.
        let bare, call, callOfEight: Double
        /// The median ratio of a turn: the time of a call to the time of a bare round trip.
        let ratio: Double
    }

    let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] { Call("/meter/run") { _ in try await run() } }

    private func run() async throws -> Result {
        let pair = try BarePair()
        var (bare, call, eight): ([Double], [Double], [Double]) = ([], [], [])
        for turn in 0...Self.turns {
            let times = (
                try Self.time(of: Self.calls) { for _ in 0..<Self.calls { try pair.roundTrip(Self.text) } },
                try await time(of: Self.calls) { try await ask(Self.calls) },
                try await time(of: Self.calls) {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for _ in 0..<8 { group.addTask { try await ask(Self.calls / 8) } }
                        try await group.waitForAll()
                    }
                }
            )
            // The first turn warms up.
            if turn == 0 { continue }
            bare.append(times.0)
            call.append(times.1)
            eight.append(times.2)
        }
        return Result(
            bare: Self.median(bare), call: Self.median(call), callOfEight: Self.median(eight),
            ratio: Self.median(zip(call, bare).map { $0 / $1 }))
    }

    private func ask(_ count: Int) async throws {
        for _ in 0..<count {
            let answer = try await context.call("app://echo/text", Self.text, as: String.self)
            precondition(answer.utf8.count == Self.text.utf8.count)
        }
    }

    private static func time(of count: Int, _ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        return (ContinuousClock.now - start) / .microseconds(count)
    }

    private func time(of count: Int, _ body: () async throws -> Void) async rethrows -> Double {
        let start = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - start) / .microseconds(count)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// A process that only sends each message back over a socket pair: `cat`.
final class BarePair {
    private let end: CInt
    private var process = pid_t()

    init() throws {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Fault()
        }
        end = ends[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        var words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/cat"), nil]
        let code = posix_spawn(&process, "/bin/cat", &actions, nil, &words, nil)
        close(ends[1])
        guard code == 0 else { throw Fault() }
    }

    deinit {
        close(end)
        var status: CInt = 0
        waitpid(process, &status, 0)
    }

    struct Fault: Error {}

    func roundTrip(_ text: String) throws {
        var bytes = Array(text.utf8)
        let count = bytes.count
        guard write(end, bytes, count) == count, recv(end, &bytes, count, CInt(MSG_WAITALL)) == count else {
            throw Fault()
        }
    }
}

@c(switchboard_v1_Echo)
public func switchboardEcho(_ host: HostPointer) -> CInt { EchoModule.export(to: host) }

@c(switchboard_v1_Meter)
public func switchboardMeter(_ host: HostPointer) -> CInt { MeterModule.export(to: host) }
