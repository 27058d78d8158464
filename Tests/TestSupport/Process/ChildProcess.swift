import Foundation
import Glibc

/// A program that a test ran to its end, with real pipes and files.
public struct ChildProcess: Sendable {
    /// The exit code; for a signal, 128 plus its number.
    public let exitCode: Int32
    /// All of standard output.
    public let output: String
    /// All of standard error.
    public let errors: String

    /// The lines of standard output.
    public var lines: [String] { Self.lines(of: output) }

    /// The lines of standard error.
    public var errorLines: [String] { Self.lines(of: errors) }

    /// Runs a program with text on its standard input, which is a pipe, and waits for its end.
    ///
    /// A program that does not end is killed after two minutes by the system's `timeout`, with exit code 124.
    public static func run(
        _ program: String, _ arguments: [String] = [], input: String = "", environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try TemporaryFolder.with { folder in
            let output = folder.path("output")
            let errors = folder.path("errors")
            let pipe = try Pipe(text: input, path: folder.path("input"))
            let status = try Spawn(
                program: "/usr/bin/timeout", arguments: ["-k", "5", "120", program] + arguments,
                environment: environment, input: pipe.reading, output: output, errors: errors
            ).wait(afterStart: pipe.finish)
            return ChildProcess(
                exitCode: status, output: try String(contentsOfFile: output, encoding: .utf8),
                errors: try String(contentsOfFile: errors, encoding: .utf8))
        }
    }

    private static func lines(of text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.last == "" ? lines.dropLast() : lines
    }
}
