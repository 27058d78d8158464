import Glibc
import Platform
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The check for processes that write a file` {
    /// In a tmpfs, because the overlay file system of containers does not report a mapping.
    @Test func `a file has writers as long as a descriptor or a mapping for writing exists`() throws {
        try TemporaryFolder.with(in: "/dev/shm/") { folder in
            let path = try folder.write("text", to: "file")
            try waitForRest(path)
            let file = open(path, O_RDWR | O_CLOEXEC)
            #expect(file >= 0 && File.hasWriters(at: path))
            // A mapping outlives the descriptor, and writes to it do not change the file's time.
            let mapping = mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
            close(file)
            #expect(File.hasWriters(at: path))
            munmap(mapping, 4_096)
            try waitForRest(path)
        }
    }

    /// A child of another test may have the file open until it runs its program.
    private func waitForRest(_ path: String) throws {
        try Condition.wait(for: "a file that nobody writes") { !File.hasWriters(at: path) }
    }
}
