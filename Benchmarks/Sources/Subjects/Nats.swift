import Glibc

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
        let code = subscribe(
            &subscription, connection, subject,
            { connection, _, message, _ in
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
