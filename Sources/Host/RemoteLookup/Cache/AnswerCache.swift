import ModuleKit
import Platform
import Synchronization

/// The cached answers of one look-up service, in memory and, if there is a folder, in files that survive a restart.
final class AnswerCache: Sendable {
    struct Limits: Sendable {
        /// The limits in memory: the number of answers, and the total size of their bodies.
        var memoryCount = 1_000
        var memoryBytes = 8 << 20
        /// The limits in the folder: the number of answers, and the total size of their files.
        var folderCount = 5_000
        var folderBytes = 32 << 20
    }

    private struct State {
        var answers: [URLBytes: (answer: KeptAnswer, use: Int)] = [:]
        var bytes = 0
        var uses = 0
        /// The number and size of the files in the folder, as this process has counted them; `nil` before the process
        /// first lists the folder.
        var files: (count: Int, bytes: Int)?
        var hasReported = false
    }

    /// The prefix of the service's file names: 16 hexadecimal digits and a hyphen.
    private let prefix: String
    private let folder: CacheFolder?
    private let writer: CacheWriter
    private let limits: Limits
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - service: the start of every question's address. It identifies the service's files in the folder, which
    ///     several services share. It includes the credentials, because a user must not get another user's answers.
    ///   - folder: the folder that stores answers between starts, if any.
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

    /// Returns the cached answer for a URL, of any age.
    ///
    /// A file counts only if it contains the service's `name`. `address` returns the question's address; it is called
    /// only if the answer is not in memory.
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

    /// Replaces the answer for a URL in memory, and soon afterwards in the file for the question's address.
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

    /// The number and size of the answers in the folder, or in memory if the cache has no folder.
    var usage: (answers: Int, bytes: Int) {
        guard folder != nil else { return state.withLock { ($0.answers.count, $0.bytes) } }
        let files = ownFiles()
        return (files.count, files.reduce(0) { $0 + $1.identity.size })
    }

    /// Returns the name of an answer's file. It consists of hashes of the service and of the question's address, since
    /// the service and the address may contain secrets. Two addresses with the same name are harmless: the file
    /// contains the URL of the question, and a reader compares it.
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
            return reportOnce("an answer cannot be kept in \(folder.path): \(error); make the folder writable")
        }
        grow(by: bytes.count, in: folder)
    }

    private func remember(_ answer: KeptAnswer) {
        state.withLock { state in
            state.uses += 1
            let old = state.answers.updateValue((answer, state.uses), forKey: URLBytes(text: answer.stored.url))
            state.bytes += answer.stored.body.utf8.count - (old?.answer.stored.body.utf8.count ?? 0)
            guard state.answers.count > limits.memoryCount || state.bytes > limits.memoryBytes else { return }
            // Removes the least recently used quarter of the answers, so that sorting is rare.
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
            self.reportOnce("a kept answer in \(folder.path) was damaged and removed; the service is asked again")
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

    /// Counts a new file, and removes the oldest files if the folder has become too large.
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
            // Removes files until nine tenths of the limits are reached. The folder then needs to be listed only
            // rarely.
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

/// A parsed answer. It was validated when it arrived or when it was read from a file.
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

    /// Returns whether the answer may be used for a request: fields that `Vary` names must be equal (RFC 9111, 4.1).
    func fits(_ request: HTTPRequest) -> Bool {
        stored.varied.allSatisfy { name, value in (request[name] ?? "") == value }
    }
}
