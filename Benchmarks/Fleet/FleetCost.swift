// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// A module on another host that answers with the text of the request; its process also answers bare NATS messages.
struct EchoModule: Module {
    static let info = ModuleInfo("Echo", "1.0", "Answers with what it is given")

    init(context: ModuleContext) {}

    func start() async throws { try Nats.shared.get().answer("bare.echo") }

    var routes: [Route] {
        Call("/echo/text") { (request: Request) in try request.decode(as: String.self) }
    }
}

/// Compares calls of a module on another host with bare requests of equal size through the same server, in turns.
struct MeterModule: Module {
    static let info = ModuleInfo("Meter", "1.0", "Measures calls")
    private static let turns = 15
    private static let calls = 500
    private static let text = String(repeating: "0123456789", count: 20)

    struct Result: Codable, Sendable {
        /// Medians in microseconds: of a bare request, of a call, and of a call while 8 callers call at the same time.
        let bare, call, callOfEight: Double
        /// The median ratios of the turns: the time of a call to the time of a bare request, and the calls per second
        /// of 8 callers to the calls per second of one caller.
        let ratio, gainOfEight: Double
    }

    let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] { Call("/meter/run") { _ in try await run() } }

    private func run() async throws -> Result {
        let nats = try Nats.shared.get()
        var (bare, call, eight): ([Double], [Double], [Double]) = ([], [], [])
        for turn in 0...Self.turns {
            let times = (
                try Self.time(of: Self.calls) { for _ in 0..<Self.calls { try nats.ask("bare.echo", Self.text) } },
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
            ratio: Self.median(zip(call, bare).map { $0 / $1 }),
            gainOfEight: Self.median(zip(call, eight).map { $0 / $1 }))
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

/// The C client of NATS, used as its examples use it.
final class Nats: @unchecked Sendable {
    typealias Handle = UnsafeMutableRawPointer
    struct Fault: Error { let call: String }

    /// The client of the benchmark's server, whose address is in `FLEET_SERVER`.
    static let shared = Swift.Result { try Nats(address: getenv("FLEET_SERVER").map { String(cString: $0) } ?? "") }

    private let connection: Handle
    private let request:
        @convention(c) (
            UnsafeMutablePointer<Handle?>, Handle, UnsafePointer<CChar>, UnsafePointer<CChar>, Int64
        ) -> CInt
    private let destroy: @convention(c) (Handle) -> Void
    private let subscribe:
        @convention(c) (
            UnsafeMutablePointer<Handle?>, Handle, UnsafePointer<CChar>,
            @convention(c) (Handle?, Handle?, Handle?, Handle?) -> Void, Handle?
        ) -> CInt

    private init(address: String) throws {
        guard let library = dlopen("libnats.so.3.4", RTLD_NOW) else { throw Fault(call: "dlopen") }
        func function<Function>(_ name: String) throws -> Function {
            guard let address = dlsym(library, name) else { throw Fault(call: name) }
            return unsafeBitCast(address, to: Function.self)
        }
        let create: @convention(c) (UnsafeMutablePointer<Handle?>) -> CInt = try function("natsOptions_Create")
        let setURL: @convention(c) (Handle, UnsafePointer<CChar>) -> CInt = try function("natsOptions_SetURL")
        let setSendAsap: @convention(c) (Handle, Bool) -> CInt = try function("natsOptions_SetSendAsap")
        let connect: @convention(c) (UnsafeMutablePointer<Handle?>, Handle) -> CInt = try function(
            "natsConnection_Connect")
        request = try function("natsConnection_RequestString")
        destroy = try function("natsMsg_Destroy")
        subscribe = try function("natsConnection_Subscribe")
        var options: Handle?
        var opened: Handle?
        guard create(&options) == 0, let options, setURL(options, address) == 0, setSendAsap(options, true) == 0,
            connect(&opened, options) == 0, let opened
        else { throw Fault(call: "connect to \(address)") }
        connection = opened
    }

    func ask(_ subject: String, _ text: String) throws {
        var answer: Handle?
        guard request(&answer, connection, subject, text, 5_000) == 0, let answer else { throw Fault(call: "request") }
        destroy(answer)
    }

    /// Answers each message to a subject with the message's bytes.
    func answer(_ subject: String) throws {
        var subscription: Handle?
        let code = subscribe(&subscription, connection, subject, { connection, _, message, _ in
            guard let connection, let message else { return }
            _ = Answering.functions.publish(
                connection, Answering.functions.reply(message), Answering.functions.data(message),
                Answering.functions.size(message))
            Answering.functions.destroy(message)
        }, nil)
        guard code == 0 else { throw Fault(call: "subscribe") }
    }
}

/// The functions for the answering callback: a C callback cannot capture values.
private struct Answering: @unchecked Sendable {
    static let functions = Answering()

    let publish: @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>?, UnsafeRawPointer?, CInt) -> CInt
    let reply: @convention(c) (UnsafeMutableRawPointer) -> UnsafePointer<CChar>?
    let data: @convention(c) (UnsafeMutableRawPointer) -> UnsafeRawPointer?
    let size: @convention(c) (UnsafeMutableRawPointer) -> CInt
    let destroy: @convention(c) (UnsafeMutableRawPointer) -> Void

    private init() {
        let library = dlopen("libnats.so.3.4", RTLD_NOW)
        func function<Function>(_ name: String) -> Function {
            guard let address = dlsym(library, name) else { fatalError("libnats has no \(name)") }
            return unsafeBitCast(address, to: Function.self)
        }
        publish = function("natsConnection_Publish")
        reply = function("natsMsg_GetReply")
        data = function("natsMsg_GetData")
        size = function("natsMsg_GetDataLength")
        destroy = function("natsMsg_Destroy")
    }
}

@c(switchboard_v1_Echo)
public func switchboardEcho(_ host: HostPointer) -> CInt { EchoModule.export(to: host) }

@c(switchboard_v1_Meter)
public func switchboardMeter(_ host: HostPointer) -> CInt { MeterModule.export(to: host) }
