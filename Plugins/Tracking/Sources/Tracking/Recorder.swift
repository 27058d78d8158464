import Glibc
import ModuleKit
import Synchronization

/// A recorder that accepts records without blocking requests, and writes them in the background.
final class Recorder: Sendable {
    private struct State {
        var queue: [Record] = []
        var isOver = false
        var hasNotified = false
    }

    let metrics: Metrics
    private let file: RecordFile?
    private let queueLimit: Int
    private let state = Mutex(State())
    /// Serializes writes, so that the last records are not written at the same time as earlier records.
    private let writing = Mutex(())
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    /// The pause after each write; records that arrive during a pause are written together.
    private static let pause = Duration.milliseconds(20)

    init(_ configuration: Configuration) {
        file = configuration.folder.map { RecordFile(folder: $0, limit: configuration.byteLimit) }
        queueLimit = configuration.queueLimit
        metrics = Metrics(file: file?.path ?? "none")
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Checks that records can be written; throws only the first fault, which is then not reported again.
    func check() throws(TrackingError) {
        do throws(TrackingError) {
            guard let file else { throw .noFolder }
            do throws(FileFault) { try file.check() } catch { throw error.words(for: file.path) }
        } catch {
            if isFirstFault() { throw error }
        }
    }

    /// Accepts a record; if too many records wait, the new record is dropped and counted as dropped.
    func add(_ record: Record) {
        let isTaken = state.withLock { state in
            guard !state.isOver, state.queue.count < queueLimit else { return false }
            state.queue.append(record)
            return true
        }
        if !isTaken { metrics.noteDropped(1) }
        wake()
    }

    /// Wakes the writer, which writes new records and updates the page of the metrics.
    func wake() { waker.yield() }

    /// Writes until the module stops.
    func begin(_ context: ModuleContext) {
        context.background { [self] in
            for await _ in wakes {
                write()
                try await context.clock.sleep(for: Self.pause)
            }
        }
    }

    /// Refuses further records, and returns after all earlier records are written.
    func end() {
        state.withLock { $0.isOver = true }
        waker.finish()
        write()
    }

    private func write() {
        writing.withLock { _ in
            let records = state.withLock { state in
                defer { state.queue.removeAll(keepingCapacity: true) }
                return state.queue
            }
            if !records.isEmpty { write(records) }
        }
        metrics.refresh()
    }

    private func write(_ records: [Record]) {
        var written = 0
        do throws(FileFault) {
            guard let file else { throw FileFault(call: "open", code: ENOENT) }
            try file.append(records.map(\.line), written: &written)
        } catch {
            notify(error)
        }
        metrics.noteWritten(written, dropped: records.count - written)
        for record in records where record.isPrinted { Self.print(record.text) }
    }

    /// Reports the file's first fault; as long as the fault exists, records are dropped.
    private func notify(_ fault: FileFault) {
        if isFirstFault(), let file { Self.print("tracking: \(fault.words(for: file.path))") }
    }

    private func isFirstFault() -> Bool {
        state.withLock { state in
            defer { state.hasNotified = true }
            return !state.hasNotified
        }
    }

    /// Writes a line to standard error, with control characters replaced.
    private static func print(_ text: String) {
        let plain = text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
        let line = Array((String(String.UnicodeScalarView(plain)) + "\n").utf8)
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }
}

extension FileFault {
    /// Returns the error of the module for a fault at a path.
    fileprivate func words(for path: String) -> TrackingError { .unwritable(path: path, reason: description) }
}
