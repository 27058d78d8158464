import Dispatch
import Glibc
import Testing

@testable import Platform

// node#42826, ponyc#205, libhoth#13: another process makes a shared descriptor non-blocking.
@Suite(.timeLimit(.minutes(1))) struct `A non-blocking descriptor` {
    private static func withPipe(_ body: (_ reading: CInt, _ writing: CInt) throws -> Void) throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        defer { close(ends[0]) }
        try body(ends[0], ends[1])
    }

    @Test func `a non-blocking descriptor is read to its end, also if no data is there yet`() throws {
        try Self.withPipe { reading, writing in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) {
                _ = write(writing, "one\ntwo\n", 8)
                close(writing)
            }
            var lines = FileLines(of: reading)
            let read = try [lines.next(), lines.next(), lines.next()]
            #expect(read == ["one", "two", nil])
        }
    }

    @Test func `a non-blocking descriptor is written completely, also if its reader is slow`() throws {
        try Self.withPipe { reading, writing in
            let size = 1 << 20
            let reader = DispatchQueue(label: "reader")
            nonisolated(unsafe) var count = 0
            reader.asyncAfter(deadline: .now() + .milliseconds(50)) {
                while count < size, let part = try? File.next(of: reading), !part.isEmpty { count += part.count }
            }
            try Descriptor(owning: writing).write([UInt8](repeating: 1, count: size))
            reader.sync {}
            #expect(count == size)
        }
    }
}
