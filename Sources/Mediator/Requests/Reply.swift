/// The single answer of code with callbacks.
///
/// A second answer has no effect and is reported; a reply that is released without an answer fails the request at once.
/// Use it from any thread.
public final class Reply<Value: Sendable>: Sendable {
    private let result: Promise<Result<Value, any Error>>
    private let owner: any RequestOwner
    /// The stage that has to answer; by the time of a second answer, another one may run.
    private let stage: Request.Stage

    init(_ result: Promise<Result<Value, any Error>>, of owner: any RequestOwner) {
        self.result = result
        self.owner = owner
        stage = owner.stage
    }

    /// Answers with a value.
    public func callAsFunction(_ value: Value) { end(.success(value)) }

    /// Answers with an error.
    public func fail(_ error: any Error) { end(.failure(error)) }

    private func end(_ result: Result<Value, any Error>) {
        if self.result.fulfill(result) { return }
        owner.reportSecondAnswer(in: stage)
    }

    deinit { result.fulfill(.failure(ReplyError.neverGiven)) }
}

/// The reason why there is no reply.
@_spi(Host) public enum ReplyError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The code with callbacks released the reply without an answer.
    case neverGiven

    /// A sentence with the fault and the remedy.
    public var description: String { "the reply was released without an answer; answer once, on every path" }
}

extension Request {
    /// Waits for the answer of code with callbacks.
    ///
    /// ```swift
    /// Call("/rent/legacy/:id") { request in
    ///     try await request.awaitReply { (reply: Reply<Int>) in legacy.load { reply($0) } }
    /// }
    /// ```
    ///
    /// - Throws: the error of the reply, or `ReplyError.neverGiven`.
    public func awaitReply<Value: Sendable>(_ body: (Reply<Value>) -> Void) async throws -> Value {
        let result = Promise<Result<Value, any Error>>()
        body(Reply(result, of: owner))
        return try await result.wait().get()
    }
}
