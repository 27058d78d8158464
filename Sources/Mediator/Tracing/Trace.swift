/// The way of one request: every stage with its time, module and decision.
public struct Trace: Sendable {
    /// The request's number.
    public let request: RequestID
    /// The number of the request whose handler made this one.
    public let parent: RequestID?
    /// The URL as the caller wrote it; the values of sensitive parameters are redacted.
    public let url: String
    /// What the caller wanted.
    public let verb: Verb
    /// Who asked.
    public let origin: Origin
    /// The stages in order.
    public let steps: [TraceStep]
    /// The error that the request ended with, or `nil`.
    public let error: RequestError?
}

extension Trace: Encodable {
    private enum Key: String, CodingKey { case request, parent, url, verb, origin, steps, error }

    /// Encodes `{"request":1,"url":…,"verb":"open","origin":"the shell","steps":[…],"error":…}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(request, forKey: .request)
        try container.encodeIfPresent(parent, forKey: .parent)
        try container.encode(url, forKey: .url)
        try container.encode(verb, forKey: .verb)
        try container.encode("\(origin)", forKey: .origin)
        try container.encode(steps, forKey: .steps)
        try container.encodeIfPresent(error.map { "\($0)" }, forKey: .error)
    }
}
