import ModuleKit
import Platform
import Synchronization

/// The answers of one service, in memory and, with a folder, on the disk between starts.
final class AnswerCache: Sendable {
    struct Limits: Sendable {
        /// The maximum number of answers in memory, and of their bodies' bytes.
        var memoryCount = 1_000
        var memoryBytes = 8 << 20
        /// The maximum number of answers in the folder, and of their files' bytes.
        var folderCount = 5_000
        var folderBytes = 32 << 20
    }

    private struct State {
        var answers: [URLBytes: (answer: KeptAnswer, use: Int)] = [:]
        var bytes = 0
        var uses = 0
        /// The files in the folder as far as this process knows; `nil` before its first look.
        var files: (count: Int, bytes: Int)?
        var hasReported = false
    }

    /// The beginning of the service's file names: 16 hexadecimal digits and a hyphen.
    private let prefix: String
    private let folder: CacheFolder?
    private let writer: CacheWriter
    private let limits: Limits
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - service: the address without the question, credentials included, so that one user does not get the answers
    ///     of another; other services share the folder.
    ///   - folder: the place of answers between starts, if any.
    init(
        service: String, folder: CacheFolder?, writer: CacheWriter = .shared, limits: Limits = Limits(),
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        prefix = Self.digits(service, count: 16) + "-"
        self.folder = folder
        self.writer = writer
        self.limits = limits
        self.report = report
    }

    /// Returns the answer for a URL from memory or the folder, however old. `name` is the service's name, which the
    /// file must contain. `address` returns the address of the question; called only if the answer is not in memory.
    func answer(for url: String, service name: String, address: () -> String) -> KeptAnswer? {
        let bytes = URLBytes(text: url)
        let known = state.withLock { state in
            state.uses += 1
            state.answers[bytes]?.use = state.uses
            return state.answers[bytes]?.answer
        }
        if let known { return known }
        guard let folder, let answer = read(fileName(address()), for: url, service: name, in: folder) else {
            return nil
        }
        remember(answer)
        return answer
    }

    /// Stores an answer to the question at an address in place of the one for its URL, and soon writes it to the disk.
    func keep(_ answer: KeptAnswer, address: String) {
        remember(answer)
        guard let folder else { return }
        let name = fileName(address)
        writer.change(bytes: answer.stored.body.utf8.count) { self.write(answer.stored, to: name, in: folder) }
    }

    func forget(_ url: String, address: String) {
        state.withLock { state in
            let old = state.answers.removeValue(forKey: URLBytes(text: url))
            state.bytes -= old?.answer.stored.body.utf8.count ?? 0
        }
        guard let folder else { return }
        let name = fileName(address)
        writer.change(bytes: 0) { folder.remove(name) }
    }

    func flush() {
        state.withLock { state in
            (state.answers, state.bytes, state.files) = ([:], 0, nil)
        }
        for file in ownFiles() { folder?.remove(file.name) }
    }

    /// The size of the cache: of the folder, or of the memory without one.
    var usage: (answers: Int, bytes: Int) {
        guard folder != nil else { return state.withLock { ($0.answers.count, $0.bytes) } }
        let files = ownFiles()
        return (files.count, files.reduce(0) { $0 + $1.identity.size })
    }

    /// Returns the name of an answer's file: hashes of the service and of the question's address, so that no name
    /// contains their secrets. Two addresses with one name do no harm, since a file contains its question.
    private func fileName(_ address: String) -> String { prefix + Self.digits(address, count: 32) }

    private static func digits(_ text: String, count: Int) -> String {
        String(SHA256.hash(Array(text.utf8)).text.prefix(count))
    }

    /// Returns the service's files, after all pending writes.
    private func ownFiles() -> [(name: String, identity: FileIdentity)] {
        writer.settle()
        return folder?.files().filter { $0.name.hasPrefix(prefix) } ?? []
    }

    private func write(_ answer: StoredAnswer, to name: String, in folder: CacheFolder) {
        let bytes = answer.bytes
        do {
            try folder.write(bytes, to: name)
        } catch {
            return reportOnce("an answer cannot be kept in \(folder.path): \(error); see that it can be written to")
        }
        grow(by: bytes.count, in: folder)
    }

    private func remember(_ answer: KeptAnswer) {
        state.withLock { state in
            state.uses += 1
            let old = state.answers.updateValue((answer, state.uses), forKey: URLBytes(text: answer.stored.url))
            state.bytes += answer.stored.body.utf8.count - (old?.answer.stored.body.utf8.count ?? 0)
            guard state.answers.count > limits.memoryCount || state.bytes > limits.memoryBytes else { return }
            // It removes a quarter at a time, so that sorting is rare.
            for (url, entry) in state.answers.sorted(by: { $0.value.use < $1.value.use })
                .prefix(max(1, state.answers.count / 4))
            {
                state.bytes -= entry.answer.stored.body.utf8.count
                state.answers[url] = nil
            }
        }
    }

    private func read(_ name: String, for url: String, service: String, in folder: CacheFolder) -> KeptAnswer? {
        let drop = { (name: String, _: String) in
            folder.remove(name)
            self.reportOnce("a kept answer in \(folder.path) is damaged and was dropped; it is asked for again")
        }
        let content = folder.content(
            of: name, StoredAnswer.seal, decidesCode: false, limit: 2 * HTTPAnswer.bodyLimit, drop: drop)
        guard let content else { return nil }
        guard let stored = StoredAnswer(content: content), let answer = try? KeptAnswer(stored) else {
            drop(name, "")
            return nil
        }
        return URLBytes(text: stored.url) == URLBytes(text: url) && stored.service == service ? answer : nil
    }

    /// Makes room if the folder has become too large: the oldest file goes first.
    private func grow(by bytes: Int, in folder: CacheFolder) {
        let isOver = state.withLock { state in
            guard let files = state.files else { return true }
            state.files = (files.count + 1, files.bytes + bytes)
            return files.count >= limits.folderCount || files.bytes + bytes > limits.folderBytes
        }
        guard isOver else { return }
        var files = folder.files().sorted { $0.identity.modified < $1.identity.modified }
        var (count, total) = (files.count, files.reduce(0) { $0 + $1.identity.size })
        if count > limits.folderCount || total > limits.folderBytes {
            // It removes files down to nine tenths, so that looking is rare.
            while count > limits.folderCount * 9 / 10 || total > limits.folderBytes / 10 * 9, !files.isEmpty {
                let file = files.removeFirst()
                folder.remove(file.name)
                (count, total) = (count - 1, total - file.identity.size)
            }
        }
        let known = (count, total)
        state.withLock { $0.files = known }
    }

    private func reportOnce(_ text: String) {
        let isFirst = state.withLock { state in
            defer { state.hasReported = true }
            return !state.hasReported
        }
        if isFirst { report(text) }
    }
}

/// A ready answer: it was validated when it arrived or was read.
struct KeptAnswer: Sendable {
    let stored: StoredAnswer
    let freshness: Freshness
    let resolution: Resolution?

    /// - Parameter resolution: the parsed form of the stored answer.
    init(_ stored: StoredAnswer, _ resolution: Resolution?) {
        self.stored = stored
        freshness = stored.freshness
        self.resolution = resolution
    }

    init(_ stored: StoredAnswer) throws(ResolverError) { self.init(stored, try stored.resolution()) }

    /// Returns whether it answers a question with these fields (RFC 9111, 4.1).
    func fits(_ request: HTTPRequest) -> Bool {
        stored.varied.allSatisfy { name, value in (request[name] ?? "") == value }
    }
}
