import Dispatch
import Glibc
import Platform
import Synchronization

/// The earlier lines of this shell and of the user's other shells.
struct LineHistory: Sendable {
    /// The maximum length of a line that is kept, in bytes.
    private static let lineLimit = 4_096
    /// The maximum number of lines in memory.
    private static let countLimit = 2_000

    /// The lines, the oldest first.
    private(set) var lines: [String] = []
    private let file: HistoryFile?
    /// The identity of the file when it was read last.
    private var seen: FileIdentity?

    init(file: HistoryFile? = nil) { self.file = file }

    /// Adds a line, unless it is empty or too long, equals the last line, or begins with a blank.
    mutating func add(_ line: String) {
        guard let first = line.first, !first.isWhitespace, line != lines.last, line.utf8.count <= Self.lineLimit,
            !line.contains(where: \.isNewline)
        else { return }
        lines = (lines + [line]).suffix(Self.countLimit)
        file?.append(line)
    }

    /// Adds the lines of other shells.
    mutating func refresh() {
        guard let file, let state = file.state, state != seen, let read = file.read() else { return }
        (lines, seen) = ((read + file.unwritten).suffix(Self.countLimit), state)
    }

    /// Returns the rest of the newest line that begins with `text`.
    func hint(after text: String) -> String? {
        lines.last { $0.utf8.count > text.utf8.count && $0.hasPrefix(text) }.map { String($0.dropFirst(text.count)) }
    }

    /// Returns the index of the newest line before `end` that contains a text.
    func place(of text: String, before end: Int) -> Int? {
        guard !text.isEmpty else { return nil }
        return lines.prefix(end).lastIndex { $0.contains(text) }
    }
}

/// The history file, which all shells of the user share. Each shell appends its lines and keeps the lines of other
/// shells.
final class HistoryFile: Sendable {
    /// The size in bytes above which old lines are dropped until the file has half of that size.
    private static let limit = 128 << 10
    private static let name = "history"
    /// The longest time that the host waits while another shell holds the file, in seconds.
    private static let patience = 60

    private let folder: String
    /// The lines that are not written yet.
    private let pending = Mutex<[String]>([])
    private let queue = DispatchQueue(label: "switchboard.history")

    /// Uses the file in the folder `switchboard` of the user's state. Returns `nil` if the environment names no folder
    /// for the state, or if other users could write there.
    init?(_ environment: [String: String]) {
        guard let home = UserEnvironment.state(environment) else { return nil }
        folder = home + "/switchboard"
        guard (try? Path.makeFolders(folder)) != nil,
            let violations = try? CheckedFolder.open(folder).violations, violations.isEmpty
        else { return nil }
    }

    /// The file's identity, which differs after each change of the file.
    var state: FileIdentity? {
        try? Descriptor(opening: "\(folder)/\(Self.name)", Descriptor.placeOnly | O_NOFOLLOW).status().identity
    }

    /// Returns the lines of the file. If other programs have made the file too long, returns only the last lines.
    /// Returns `nil` if the file is absent or other users can access it.
    func read() -> [String]? {
        guard let (bytes, isWhole) = try? lastPart() else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        return isWhole ? lines : Array(lines.dropFirst())
    }

    private func lastPart() throws(FileError) -> (bytes: [UInt8], isWhole: Bool) {
        let file = try CheckedFolder.open(folder).file(Self.name)
        let (size, number) = (file.status.size, try file.duplicate())
        defer { close(number) }
        var bytes = [UInt8](repeating: 0, count: min(size, 2 * Self.limit))
        let isWhole = bytes.count == size
        let count = pread(number, &bytes, bytes.count, size - bytes.count)
        guard count >= 0 else { throw .system(errno) }
        return (Array(bytes.prefix(count)), isWhole)
    }

    /// The lines that are not in the file yet, because another shell holds it.
    var unwritten: [String] { pending.withLock(\.self) }

    /// Appends a line. If another shell holds the file for longer than a second, this line and the following lines are
    /// written later, unless the process ends first.
    func append(_ line: String) {
        let isLate = pending.withLock { lines in
            lines.append(line)
            return lines.count > 1
        }
        if (try? write(within: isLate ? 0 : 1)) == false { queue.async { _ = try? self.write(within: Self.patience) } }
    }

    /// Writes the pending lines. Returns `false` if another shell holds the file for longer than `seconds`.
    private func write(within seconds: Int) throws(FileError) -> Bool {
        let folder = try Descriptor(opening: folder, O_RDONLY | O_DIRECTORY)
        let lock = try FileLock(Self.name + ".lock", in: folder)
        guard lock.waitAlone(seconds: seconds) else { return false }
        let lines = pending.withLock { lines in
            defer { lines = [] }
            return lines
        }
        guard !lines.isEmpty else { return true }
        let file = try folder.open(Self.name, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
        try file.setMode(0o600)
        let size = try file.status().size
        // If the disk was full, the last line may have been cut, and has no line break.
        var last = UInt8(ascii: "\n")
        if size > 0 { try Descriptor.check(CInt(pread(file.number, &last, 1, size - 1))) }
        let text = (last == UInt8(ascii: "\n") ? "" : "\n") + lines.map { $0 + "\n" }.joined()
        try file.write(Array(text.utf8))
        if try file.status().size > Self.limit { try fold(folder) }
        withExtendedLifetime(lock) {}
        return true
    }

    private func fold(_ folder: borrowing Descriptor) throws(FileError) {
        guard let lines = read() else { return }
        var (kept, size) = ([String](), 0)
        for line in lines.reversed() {
            size += line.utf8.count + 1
            guard size <= Self.limit / 2 else { break }
            kept.append(line)
        }
        try folder.replaceFile(Self.name, with: Array(kept.reversed().map { $0 + "\n" }.joined().utf8))
    }
}
