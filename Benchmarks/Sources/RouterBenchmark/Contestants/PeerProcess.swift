import Foundation

/// A child process that answers each command with one line.
final class PeerProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var buffer = Data()

    init(executable: String) throws {
        // If the peer has died, the next command fails instead of ending this process.
        signal(SIGPIPE, SIG_IGN)
        process.executableURL = URL(filePath: executable)
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// Writes lines to the process.
    func send(_ lines: [String]) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    }

    /// Waits for the next line, and splits it into words.
    ///
    /// - Throws: `ContestantError` unless the line begins with "ok".
    func answer(to command: String) throws -> [String] {
        let line = try readLine()
        let words = line?.split(separator: " ").map(String.init) ?? []
        switch words.first {
        case "ok": return Array(words.dropFirst())
        case "error": throw ContestantError.refused(reason: words.dropFirst().joined(separator: " "))
        default: throw ContestantError.noAnswer(command: command, found: line)
        }
    }

    private func readLine() throws -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer.removeSubrange(...end) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            buffer += more
        }
    }
}
