@_spi(Host) import ModuleKit

/// The asks of the other side.
extension Peer {
    /// The ask of the other side that the current task works on: this side of the connection, and the ask's number.
    @TaskLocal static var serving: (peer: Peer, number: UInt64)?

    /// Answers an ask in a separate task.
    ///
    /// - Parameter atOnce: whether the task begins on this thread.
    func serve(_ ask: Ask, atOnce: Bool) throws(FrameError) {
        try incoming.begin(ask)
        if atOnce { return incoming.note(Task.immediate { await perform(ask) }, of: ask) }
        // The new task inherits the task-local values of the task in which it is made.
        let isWithin = perform(within: ask.within) { [self] in incoming.note(Task { await perform(ask) }, of: ask) }
        if !isWithin { incoming.note(Task.detached { [self] in await perform(ask) }, of: ask) }
    }

    /// Runs work in the task that waits for the answer to an ask of this side. The other side needs that work for its
    /// answer.
    ///
    /// - Returns: `false` if no task waits.
    func perform(within number: UInt64, _ work: @escaping @Sendable () -> Void) -> Bool {
        asks[number]?.perform(work) ?? false
    }

    private func perform(_ ask: Ask) async {
        let answer = await Self.$serving.withValue(role == .host ? nil : (self, ask.number)) { await result(of: ask) }
        references.flushPages(to: self)
        incoming.end(ask)
        if channel.send(answer, waitingAtMost: WireProtocol.openBytes) { return }
        references.releaseAll(of: answer)
        channel.send(failure(PeerError.busy, ask), waitingAtMost: .max)
    }

    private func result(of ask: Ask) async -> FrameEncoder {
        do {
            return try await service.answer(ask, to: self)
        } catch {
            return failure(error, ask)
        }
    }

    /// Returns the frame that answers an ask with a value.
    func answer<Answer, each Field>(
        _ ask: Ask, _ message: Message<Answer, repeat each Field>, _ value: Answer
    ) throws -> FrameEncoder {
        var answer = FrameEncoder(.answer, ask.number, of: self)
        try write(value, to: &answer)
        return answer
    }

    private func failure(_ error: any Error, _ ask: Ask) -> FrameEncoder {
        do {
            var frame = FrameEncoder(.failure, ask.number)
            try frame.write(Thrown(error))
            return frame
        } catch {
            return failure(DescribedError(description: "the error could not be sent to this process"), ask)
        }
    }
}

/// The messages about references to code, which are the same on both sides.
extension Peer {
    func answerReference(_ ask: Ask) async throws -> FrameEncoder {
        switch ask.method {
        case .message:
            let (number, receiver, message) = try Messages.message.fields(of: ask)
            guard case .page(let page)? = references[number] else { throw Self.codeIsGone }
            try await page.receive(message, by: receiver)
            return try answer(ask, Messages.message, FrameNothing())
        case .nextElement:
            let (number, iteration) = try Messages.nextElement.fields(of: ask)
            guard case .stream(let stream)? = references[number] else { throw Self.codeIsGone }
            return try answer(ask, Messages.nextElement, try await stream.next(iteration))
        case .resume:
            let (number, value) = try Messages.resume.fields(of: ask)
            guard case .resume(let request, let resume)? = references[number] else { throw Self.codeIsGone }
            return try answer(ask, Messages.resume, try SentDecision(try await resume(value), on: request))
        default: throw FrameError.malformed
        }
    }

    private static var codeIsGone: DescribedError {
        DescribedError(description: "the receiver or stream of this page no longer exists; open the page again")
    }

    func takeReference(_ notice: Ask) throws {
        switch notice.method {
        case .elements: try references.show(notice)
        case .release: references.release(try Messages.release.fields(of: notice))
        case .endIteration:
            let (number, iteration) = try Messages.endIteration.fields(of: notice)
            guard case .stream(let stream)? = references[number] else { return }
            Task { await stream.end(iteration) }
        default: throw FrameError.malformed
        }
    }
}
