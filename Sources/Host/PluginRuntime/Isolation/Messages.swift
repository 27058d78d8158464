@_spi(Host) import ModuleKit

/// The methods that a side asks of the other.
enum Method: UInt8 {
    // The host asks the module's process.
    case load = 1, start, stop, route, interceptor, outcome, subscription, progress
    // The module's process asks the host.
    case conclude = 32, canOpen, labelledRoutes, publish, webService, redeclare
    // Each side asks for the code of the other that a value refers to.
    case message = 64, nextElement, resume
}

/// The fields of an ask and of its answer.
struct Message<Answer: FrameValue, each Field: FrameValue>: Sendable {
    let method: Method

    init(_ method: Method) { self.method = method }

    func fields(of ask: Ask) throws -> (repeat each Field) {
        var fields = ask.fields
        return (repeat try (each Field).read(from: &fields))
    }
}

/// The messages of all methods. A number in their fields names a declaration, an iteration, or code of the side that is asked.
enum Messages {
    static let load = Message<LoadAnswer, LoadQuestion>(.load)
    static let start = Message<FrameJSON<Manifest>>(.start)
    static let stop = Message<FrameNothing>(.stop)
    static let route = Message<Response, Int, RequestImage>(.route)
    static let interceptor = Message<SentDecision, Int, RequestImage>(.interceptor)
    /// The answer is another outcome, if the interceptor made one.
    static let outcome = Message<Outcome?, Int, RequestImage, Outcome>(.outcome)
    static let subscription = Message<FrameNothing, Int, Payload>(.subscription)
    static let progress = Message<FrameNothing, UInt64, Int, Int>(.progress)

    static let conclude = Message<RequestOutcome, SentRequest>(.conclude)
    static let canOpen = Message<Availability, String, Request.Verb, Origin>(.canOpen)
    static let labelledRoutes = Message<[LabelledRoute], String, Origin>(.labelledRoutes)
    static let publish = Message<Delivery, String, Payload>(.publish)
    static let webService = Message<String, String>(.webService)
    /// The numbers are those of the first new interceptor and subscription.
    static let redeclare = Message<FrameNothing, Int, Int, FrameJSON<Manifest>>(.redeclare)

    static let message = Message<FrameNothing, UInt64, Int, Payload>(.message)
    static let nextElement = Message<Payload?, UInt64, UInt64>(.nextElement)
    static let resume = Message<SentDecision, UInt64, Payload>(.resume)
}

/// The notices that a side sends to the other, without an answer.
enum Notice: UInt8 {
    /// The module may ask for nothing any more.
    case invalidate = 1
    /// A record of the module's log: level, message, values.
    case log
    /// Names of parameters whose values no message shows, and the base of the web service.
    case redact
    /// The new elements of a live page: its number, their version, and the elements as JSON.
    case elements
    /// A reference to code of the other side is not used any more.
    case release
    /// An iteration of a stream has ended: the numbers of both.
    case endIteration
}

/// The fields of a notice.
struct NoticeForm<each Field: FrameValue>: Sendable {
    let notice: Notice

    init(_ notice: Notice) { self.notice = notice }

    func read(_ frame: inout FrameDecoder) throws -> (repeat each Field) {
        (repeat try (each Field).read(from: &frame))
    }
}

enum Notices {
    static let invalidate = NoticeForm<FrameNothing>(.invalidate)
    static let log = NoticeForm<LogLevel, String, FrameJSON<[String: Payload]>>(.log)
    static let redact = NoticeForm<[String], String>(.redact)
    static let elements = NoticeForm<UInt64, UInt64, FrameBytes>(.elements)
    static let release = NoticeForm<UInt64>(.release)
    static let endIteration = NoticeForm<UInt64, UInt64>(.endIteration)
}

/// The fields of `load`: the version of the protocol, the level of the log, which may be empty, and the module.
struct LoadQuestion: FrameValue {
    let level: String
    /// The module; `nil` behind another version, whose fields have an unknown form.
    let module: ModuleDescriptor?

    func write(to frame: inout FrameEncoder) throws {
        WireProtocol.version.write(to: &frame)
        level.write(to: &frame)
        try module.write(to: &frame)
    }

    static func read(from frame: inout FrameDecoder) throws -> LoadQuestion {
        guard try frame.number() == WireProtocol.version else { return LoadQuestion(level: "", module: nil) }
        return LoadQuestion(level: try frame.text(), module: try frame.read())
    }
}

/// The answer to `load`: the version of the module's side, and the problem if it does not load the module.
struct LoadAnswer: FrameValue {
    var version = WireProtocol.version
    var refusal: FrameJSON<PluginProblem>?

    func write(to frame: inout FrameEncoder) throws {
        version.write(to: &frame)
        try refusal.write(to: &frame)
    }

    static func read(from frame: inout FrameDecoder) throws -> LoadAnswer {
        let version = try frame.number()
        guard version == WireProtocol.version else { throw FrameError.version(found: version) }
        return LoadAnswer(refusal: try frame.read())
    }
}
