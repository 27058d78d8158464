@_spi(Host) import ModuleKit

/// The asks and notices of this side.
extension Peer {
    /// Asks the other side, and waits for its answer. Cancelling the task cancels the ask.
    @discardableResult
    func ask<Answer, each Field>(
        _ message: Message<Answer, repeat each Field>, _ fields: repeat each Field
    ) async throws -> Answer {
        let number = asks.nextNumber
        var answer = try await answer(to: try frame(.ask, number, message, repeat each fields), number)
        return try answer.read()
    }

    private func answer(to frame: FrameEncoder, _ number: UInt64) async throws -> FrameDecoder {
        let waiter = Waiter()
        return try await withTaskCancellationHandler {
            do {
                try send(frame, number, waiter)
                if Task.isCancelled { cancel(number) }
                read(onThreadOf: waiter)
                return try await waiter.result()
            } catch PeerError.ended where Task.isCancelled {
                throw CancellationError()
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// Asks the other side, and blocks the thread until there is an answer.
    @discardableResult
    func askBlocking<Answer, each Field>(
        _ message: Message<Answer, repeat each Field>, _ fields: repeat each Field
    ) throws -> Answer {
        let (number, waiter) = (asks.nextNumber, Waiter())
        try send(try frame(.ask, number, message, repeat each fields), number, waiter)
        var answer = try waiter.resultBlocking()
        return try answer.read()
    }

    /// Sends a notice to the other side.
    ///
    /// - Parameter limit: the largest number of bytes that may wait to be sent, including the notice.
    /// - Returns: `false` if the notice was not sent, because more bytes would wait.
    /// - Throws: an error if the notice is too long, or cannot be encoded.
    @discardableResult
    func tell<each Field>(
        _ message: Message<FrameNothing, repeat each Field>, _ fields: repeat each Field,
        waitingAtMost limit: Int = .max
    ) throws -> Bool {
        channel.send(try frame(.notice, 0, message, repeat each fields), waitingAtMost: limit)
    }

    private func frame<Answer, each Field>(
        _ kind: FrameKind, _ number: UInt64, _ message: Message<Answer, repeat each Field>, _ fields: repeat each Field
    ) throws -> FrameEncoder {
        var frame = FrameEncoder(kind, number, of: self)
        frame.append(tag: message.method.rawValue)
        frame.append(Self.serving.flatMap { $0.peer === self ? $0.number : nil } ?? 0)
        try write(repeat each fields, to: &frame)
        return frame
    }

    /// Writes the last fields of a frame. After an error, the code to which the frame refers is released.
    func write<each Field: FrameValue>(_ fields: repeat each Field, to frame: inout FrameEncoder) throws {
        do {
            repeat try (each fields).write(to: &frame)
            try frame.checkSize()
        } catch {
            references.releaseAll(of: frame)
            throw error
        }
    }

    private func send(_ frame: FrameEncoder, _ number: UInt64, _ waiter: Waiter) throws {
        do {
            try asks.add(number, waiter, size: frame.bytes.count)
            if channel.send(frame, waitingAtMost: WireProtocol.openBytes) { return }
            asks.end(number, .failure(PeerError.busy))
            throw PeerError.busy
        } catch {
            references.releaseAll(of: frame)
            throw error
        }
    }

    private func cancel(_ number: UInt64) { channel.send(FrameEncoder(.cancel, number), waitingAtMost: .max) }
}
