import Glibc
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(2))) struct `A child program` {
    @Test func `a child program inherits only its own files`() throws {
        // Files without `O_CLOEXEC`, as a module may open them.
        let (first, second) = (fcntl(STDERR_FILENO, F_DUPFD, 70), fcntl(STDERR_FILENO, F_DUPFD, 80))
        defer { for number in [first, second] { close(number) } }
        let result = try ChildProgram(path: "/bin/ls", arguments: ["/proc/self/fd"]).run(seconds: 60)
        #expect(result.ending == .exited(0))
        let numbers = String(decoding: result.output, as: UTF8.self).split(separator: "\n").compactMap { CInt($0) }
        // The last number is the folder that the program lists.
        #expect(numbers == [0, 1, 2, 3])
    }

    @Test func `a child program is killed at the end of its time, and its output stays`() throws {
        let script = "echo begun; sleep 600 & sleep 600"
        let result = try ChildProgram(path: "/bin/sh", arguments: ["-c", script]).run(seconds: 1)
        guard case .outOfTime = result.ending else {
            Issue.record("\(result.ending)")
            return
        }
        #expect(String(decoding: result.output, as: UTF8.self) == "begun\n")
        #expect(kill(result.process, 0) != 0 && errno == ESRCH)
    }
}
