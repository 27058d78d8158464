import Dispatch
import Glibc
@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// One side of the connection between the host and a module's process, or between two hosts of a fleet: asks, answers
/// and messages, multiplexed.
final class Peer: Sendable {
    /// An ask of the other side.
    private struct Served {
        let peer: Peer
        let number: UInt64
    }

    private struct State {
        var pending: [UInt64: (waiter: Waiter, size: Int)] = [:]
        var pendingSize = 0
        /// The asks of the other side, each with its task once that is known.
        var served: [UInt64: (task: Task<Void, Never>?, isCancelled: Bool)] = [:]
        var servedSize = 0
        /// The last cancelled asks that are not served: they are over, or not read yet.
        var earlyCancels: [UInt64] = []
        /// The reason why the connection ended.
        var endReason: (any Error)?
        /// The error for all asks after the end of the connection.
        var failure: (any Error)?
    }

    private static let earlyCancelLimit = 64

    /// The ask that the current task works on, and the side that asked.
    @TaskLocal private static var serving: Served?

    let references: References
    /// Held by the thread that reads on the host's side, with the buffer for a packet.
    private let reading = Mutex<[UInt8]>([])
    /// Signalled when an asking thread stops reading while answers are awaited.
    private let isNeeded = DispatchSemaphore(value: 0)
    private let channel: any FrameChannel
    /// The channel of a module's process, from which a thread reads.
    private let socket: FrameSocket?
    private let service: any PeerService
    private let role: PeerRole
    private let state = Mutex(State())
    private let lastNumber: Atomic<UInt64>

    init(_ socket: FrameSocket, _ service: any PeerService, isModule: Bool) {
        (channel, self.socket, self.service) = (socket, socket, service)
        role = isModule ? .module : .host
        if !isModule { socket.limitWait() }
        references = References()
        lastNumber = Atomic(0)
    }

    /// Creates one side of the connection of two hosts.
    ///
    /// - Parameter number: the last number of asks and references, which are new if the other side knows earlier ones.
    init(_ channel: any FrameChannel, _ service: any PeerService, behind number: UInt64) {
        (self.channel, socket, self.service) = (channel, nil, service)
        role = .member
        references = References(behind: number)
        lastNumber = Atomic(number)
    }

    // MARK: Asking

    /// Asks the other side, and waits for its answer. Cancelling the task cancels the ask.
    @discardableResult
    func ask<Answer, each Field>(
        _ message: Message<Answer, repeat each Field>, _ fields: repeat each Field
    ) async throws -> Answer {
        let number = nextNumber
        let frame = try frame(.ask, number, message, repeat each fields)
        var answer = try await answer(to: frame, number)
        return try answer.read()
    }

    private func answer(to frame: FrameEncoder, _ number: UInt64) async throws -> FrameDecoder {
        let waiter = Waiter()
        return try await withTaskCancellationHandler {
            begin(number, frame, waiter)
            if Task.isCancelled { cancel(number) }
            if role == .host { readOnAskingThread(waiter) }
            do {
                return try await waiter.result()
            } catch PeerError.ended where Task.isCancelled {
                throw CancellationError()
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// Reads on the thread of an ask, if no other thread reads and the answer comes at once: a change of threads would
    /// take as long as the rest of the way.
    private func readOnAskingThread(_ waiter: Waiter) {
        guard let socket else { return }
        let hasRead: Void? = reading.withLockIfAvailable { buffer in
            do {
                // Other tasks need the thread, too: it reads few frames of other asks. Notices belong to none.
                for _ in 0..<16 where !waiter.hasItems && socket.hasFrameForAsk() {
                    if let frame = try socket.receive(&buffer) { try take(frame, atOnce: false) }
                }
            } catch {
                end(error)
            }
        }
        if hasRead != nil, openAsks > 0 { isNeeded.signal() }
    }

    /// Asks the other side, and blocks the thread until there is an answer.
    @discardableResult
    func askBlocking<Answer, each Field>(
        _ message: Message<Answer, repeat each Field>, _ fields: repeat each Field
    ) throws -> Answer {
        let number = nextNumber
        let waiter = Waiter()
        begin(number, try frame(.ask, number, message, repeat each fields), waiter)
        var answer = try waiter.resultBlocking()
        return try answer.read()
    }

    private var nextNumber: UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

    private func frame<Answer, each Field>(
        _ kind: FrameKind, _ number: UInt64, _ message: Message<Answer, repeat each Field>, _ fields: repeat each Field
    ) throws -> FrameEncoder {
        var frame = FrameEncoder(kind, number, of: self)
        frame.append(tag: message.method.rawValue)
        let serving = Self.serving
        frame.append(serving?.peer === self ? serving?.number ?? 0 : 0)
        try write(repeat each fields, to: &frame)
        return frame
    }

    /// Writes the last fields of a frame; with an error, nothing that it refers to is kept.
    private func write<each Field: FrameValue>(_ fields: repeat each Field, to frame: inout FrameEncoder) throws {
        do {
            repeat try (each fields).write(to: &frame)
            try frame.checkSize()
        } catch {
            references.releaseAll(of: frame)
            throw error
        }
    }

    private func begin(_ number: UInt64, _ frame: FrameEncoder, _ waiter: Waiter) {
        let size = frame.bytes.count
        let refusal = state.withLock { state -> (any Error)? in
            if let failure = state.failure { return failure }
            // The other side would end the connection at one more ask.
            guard state.pending.count < WireProtocol.openLimit, state.pendingSize + size <= WireProtocol.openBytes
            else { return PeerError.busy }
            state.pending[number] = (waiter, size)
            state.pendingSize += size
            return nil
        }
        if refusal == nil, channel.send(frame, waitingAtMost: WireProtocol.openBytes) { return }
        references.releaseAll(of: frame)
        if let refusal { return waiter.give(.failure(refusal)) }
        complete(number, .failure(PeerError.busy))
    }

    private func cancel(_ number: UInt64) { channel.send(FrameEncoder(.cancel, number), waitingAtMost: .max) }

    /// Sends a notice to the other side.
    ///
    /// - Parameter limit: the largest number of bytes that may wait to be sent, with those of the notice.
    /// - Returns: `false` if the notice was not sent, because more bytes would wait.
    /// - Throws: an error if the notice is too long, or cannot be encoded.
    @discardableResult
    func tell<each Field>(
        _ message: Message<FrameNothing, repeat each Field>, _ fields: repeat each Field,
        waitingAtMost limit: Int = .max
    ) throws -> Bool {
        channel.send(try frame(.notice, 0, message, repeat each fields), waitingAtMost: limit)
    }

    /// Has the task that waits for the answer to an ask run work, which the other side needs for that answer.
    ///
    /// - Returns: `false` if the ask has its answer, and no task waits.
    func perform(within number: UInt64, _ work: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { $0.pending[number]?.waiter }?.perform(work) ?? false
    }

    // MARK: Reading

    /// Reads frames until the connection ends; several threads may read at once.
    ///
    /// - Parameters:
    ///   - working: called when the thread has read a frame; returns whether the thread may run code of a module.
    ///   - waiting: called before the thread reads again.
    func read(working: () -> Bool, waiting: () -> Void) {
        readFrames { socket in
            var buffer: [UInt8] = []
            while true {
                guard let frame = try socket.receive(&buffer) else { continue }
                try take(frame, atOnce: working())
                waiting()
            }
        }
    }

    /// Reads frames until the connection ends, except those that asking threads read.
    func read() {
        readFrames { socket in
            while true {
                socket.waitForPacket()
                let hasRead: Void? = try reading.withLockIfAvailable { buffer in
                    if let frame = try socket.receive(&buffer, MSG_DONTWAIT) { try take(frame, atOnce: false) }
                }
                // While asking threads read, the next packet is theirs, too.
                if hasRead == nil, isNeeded.wait(timeout: .now() + .milliseconds(1)) == .success {
                    while isNeeded.wait(timeout: .now()) == .success {}
                }
            }
        }
    }

    private func readFrames(_ body: (FrameSocket) throws -> Void) {
        do {
            if let socket { try body(socket) }
        } catch {
            end(error)
        }
    }

    /// Takes a frame that came over the channel; one that cannot be read ends the connection.
    func receive(_ frame: FrameDecoder) {
        do {
            try take(frame, atOnce: false)
        } catch {
            end(error)
            failAll(error)
        }
    }

    /// The number of asks without an answer.
    var openAsks: Int { state.withLock { $0.pending.count } }

    /// Whether no ask of either side is open, and the other side refers to nothing of this one.
    var isIdle: Bool { state.withLock { $0.pending.isEmpty && $0.served.isEmpty } && references.isEmpty }

    /// Whether an ask of this side has no answer yet.
    func isAsking(_ number: UInt64) -> Bool { state.withLock { $0.pending[number] != nil } }

    /// Ends the connection to a side that is gone, and fails all asks that wait for it.
    func lose(_ reason: any Error) {
        end(reason)
        failAll(reason)
    }

    /// Fails an ask that did not come to the other side.
    func fail(_ number: UInt64, _ reason: any Error) { complete(number, .failure(reason)) }

    /// The fault in the other side's frames that ended the connection; `nil` for none.
    var fault: FrameError? { state.withLock { $0.endReason as? FrameError } }

    /// Closes the connection: both sides read its end.
    func close() { channel.shutDown() }

    /// Ends the connection; `failAll` fails the asks that wait for the other side.
    private func end(_ reason: any Error) {
        let tasks = state.withLock { state -> [Task<Void, Never>]? in
            guard state.endReason == nil else { return nil }
            state.endReason = reason
            return state.served.values.compactMap(\.task)
        }
        guard let tasks else { return }
        channel.shutDown()
        for task in tasks { task.cancel() }
        references.removeAll()
    }

    /// Fails all asks that wait for the other side, which has ended unless it `goesOn`.
    func failAll(_ reason: any Error, goesOn: Bool = false) {
        let pending = state.withLock { state in
            if !goesOn { state.failure = reason }
            defer { (state.pending, state.pendingSize) = ([:], 0) }
            return state.pending.values
        }
        for (waiter, _) in pending { waiter.give(.failure(reason)) }
    }

    private func take(_ frame: FrameDecoder, atOnce: Bool) throws {
        var frame = frame
        frame.side = self
        let (kind, number) = (try frame.kind(), try frame.number())
        switch kind {
        case .answer: complete(number, .success(frame))
        case .failure: complete(number, .failure(try frame.read(Thrown.self).error))
        case .cancel: cancelServed(number)
        case .ask, .notice:
            let method = try FrameDecoder.known(Method(rawValue: try frame.tag()))
            let within = try frame.number()
            let ask = Ask(number: number, method: method, within: within, fields: frame)
            if kind == .ask { try serve(ask, atOnce: atOnce) } else { try service.take(ask, from: self) }
        }
    }

    private func complete(_ number: UInt64, _ result: Result<FrameDecoder, any Error>) {
        let waiter = state.withLock { state in
            let ended = state.pending.removeValue(forKey: number)
            state.pendingSize -= ended?.size ?? 0
            return ended?.waiter
        }
        waiter?.give(result)
    }

    // MARK: Serving

    private func serve(_ ask: Ask, atOnce: Bool) throws {
        try state.withLock { state in
            guard state.served[ask.number] == nil, state.served.count < WireProtocol.openLimit,
                state.servedSize + ask.fields.size <= WireProtocol.openBytes
            else { throw FrameError.malformed }
            state.servedSize += ask.fields.size
            // Another thread may have read the cancellation earlier.
            let isCancelled =
                state.earlyCancels.firstIndex(of: ask.number).map { state.earlyCancels.remove(at: $0) } != nil
            state.served[ask.number] = (nil, isCancelled)
        }
        if atOnce {
            note(Task.immediate { await perform(ask) }, ask.number)
        } else {
            // The new task inherits the task-local values of the task in which it is made.
            let isWithin = perform(within: ask.within) { [self] in note(Task { await perform(ask) }, ask.number) }
            if !isWithin { note(Task.detached { await self.perform(ask) }, ask.number) }
        }
    }

    private func note(_ task: Task<Void, Never>, _ number: UInt64) {
        let isCancelled = state.withLock { state in
            guard let isCancelled = state.served[number]?.isCancelled else { return false }
            state.served[number]?.task = task
            return isCancelled || state.endReason != nil
        }
        if isCancelled { task.cancel() }
    }

    private func perform(_ ask: Ask) async {
        let serving = role == .host ? nil : Served(peer: self, number: ask.number)
        let answer = await Self.$serving.withValue(serving) { await result(of: ask) }
        references.flushPages(to: self)
        state.withLock { state in
            state.served[ask.number] = nil
            state.servedSize -= ask.fields.size
        }
        if channel.send(answer, waitingAtMost: WireProtocol.openBytes) { return }
        references.releaseAll(of: answer)
        channel.send(failure(PeerError.busy, ask), waitingAtMost: .max)
    }

    /// Returns the answer to an ask, with a value of its message.
    func answer<Answer, each Field>(
        _ ask: Ask, _ message: Message<Answer, repeat each Field>, _ value: Answer
    ) throws -> FrameEncoder {
        var answer = FrameEncoder(.answer, ask.number, of: self)
        try write(value, to: &answer)
        return answer
    }

    private func result(of ask: Ask) async -> FrameEncoder {
        do {
            return try await service.answer(ask, to: self)
        } catch {
            return failure(error, ask)
        }
    }

    private func failure(_ error: any Error, _ ask: Ask) -> FrameEncoder {
        do {
            var frame = FrameEncoder(.failure, ask.number)
            try frame.write(Thrown(error))
            return frame
        } catch {
            return failure(DescribedError(description: "the reason cannot leave its process"), ask)
        }
    }

    private func cancelServed(_ number: UInt64) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard let served = state.served[number] else {
                state.earlyCancels.append(number)
                if state.earlyCancels.count > Self.earlyCancelLimit { state.earlyCancels.removeFirst() }
                return nil
            }
            state.served[number]?.isCancelled = true
            return served.task
        }
        task?.cancel()
    }
}
