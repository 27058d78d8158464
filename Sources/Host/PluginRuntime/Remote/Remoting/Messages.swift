@_spi(Host) import ModuleKit

/// The methods of asks and notices.
enum Method: UInt8 {
    // The host asks the module's process.
    case load = 1, start, stop, route, interceptor, outcome, subscription, progress
    // The module's process asks the host.
    case conclude = 32, canOpen, labelledRoutes, publish, webService, redeclare
    // A host of a fleet asks another host.
    case request = 48, manifest, navigate, pageResult
    // Each side asks the other side to run code to which a value refers.
    case message = 64, nextElement, resume
    // Notices have no answer.
    case invalidate = 96, log, redact, elements, release, endIteration
}

/// The types of the fields of an ask and of its answer, or of a notice.
struct Message<Answer: FrameValue, each Field: FrameValue>: Sendable {
    let method: Method

    init(_ method: Method) { self.method = method }

    func fields(of ask: Ask) throws -> (repeat each Field) {
        var fields = ask.fields
        return (repeat try (each Field).read(from: &fields))
    }
}

/// The messages of all methods. A number in their fields identifies a declaration, an iteration, or code of the side
/// that receives the message.
enum Messages {
    /// The level of the log, which may be empty, and the module. The answer is the problem if the module was not
    /// loaded.
    static let load = Message<PluginProblem?, WireVersion, String, ModuleDescriptor>(.load)
    static let start = Message<Manifest>(.start)
    static let stop = Message<FrameNothing>(.stop)
    static let route = Message<Response, Int, RequestImage>(.route)
    static let interceptor = Message<SentDecision, Int, RequestImage>(.interceptor)
    /// The answer is the new outcome, if the interceptor changed it.
    static let outcome = Message<Outcome?, Int, RequestImage, Outcome>(.outcome)
    static let subscription = Message<FrameNothing, Int, Payload>(.subscription)
    static let progress = Message<FrameNothing, UInt64, Int, Int>(.progress)

    /// The request, the code that receives the upload's progress, if any, and the style of the opened page.
    static let conclude = Message<RequestOutcome, RelayedRequest, SentCode?, StackEntry.Style>(.conclude)
    static let canOpen = Message<Availability, String, Request.Verb, Origin>(.canOpen)
    static let labelledRoutes = Message<[LabelledRoute], String, Origin>(.labelledRoutes)
    /// The event, its value, and whether it is for all hosts of the fleet.
    static let publish = Message<Delivery, String, Payload, Bool>(.publish)
    static let webService = Message<String, String>(.webService)
    /// The numbers of the first new interceptor and subscription, and the new declarations.
    static let redeclare = Message<FrameNothing, Int, Int, Manifest>(.redeclare)

    /// The module, the depth of nested requests so far, whether the stages are wanted, and the request.
    static let request = Message<ServedAnswer, WireVersion, String, Int, Bool, RelayedRequest>(.request)
    /// The name of a module. The answer is the module's manifest.
    static let manifest = Message<Manifest?, WireVersion, String>(.manifest)
    /// A command for the navigator of the host that made the request, and whether only a forecast is wanted.
    static let navigate = Message<Feedback, NavigationCommand, RequestImage, Bool>(.navigate)
    /// The number of a request. The answer is the result of the request's page.
    static let pageResult = Message<PageResult, UInt64>(.pageResult)

    static let message = Message<FrameNothing, UInt64, Int, Payload>(.message)
    static let nextElement = Message<Payload?, UInt64, UInt64>(.nextElement)
    static let resume = Message<SentDecision, UInt64, Payload>(.resume)

    /// The module cannot make requests any more.
    static let invalidate = Message<FrameNothing>(.invalidate)
    /// A record of the module's log: level, message, values.
    static let log = Message<FrameNothing, LogLevel, String, FrameJSON<[String: Payload]>>(.log)
    /// The names of parameters whose values are redacted, and the base of the web service.
    static let redact = Message<FrameNothing, [String], String>(.redact)
    /// The new elements of a live page: the page's number, the elements' version, and the elements.
    static let elements = Message<FrameNothing, UInt64, UInt64, FrameJSON<[PageElement]>>(.elements)
    /// A reference to code of the other side is no longer used.
    static let release = Message<FrameNothing, UInt64>(.release)
    /// The numbers of a stream and of its iteration that has ended.
    static let endIteration = Message<FrameNothing, UInt64, UInt64>(.endIteration)
}

/// The version of the protocol, before all fields whose form may depend on it.
struct WireVersion: FrameValue {
    func write(to frame: inout FrameEncoder) { WireProtocol.version.write(to: &frame) }

    static func read(from frame: inout FrameDecoder) throws -> WireVersion {
        let version = try frame.number()
        guard version == WireProtocol.version else { throw FrameError.version(found: version) }
        return WireVersion()
    }
}
