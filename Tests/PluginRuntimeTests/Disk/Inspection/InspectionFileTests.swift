import TestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct InspectionFileTests {
    @Test func `a module's library on disk is accepted`() throws {
        let path = BuildProducts.path("libRent.so")
        #expect(try inspect(path).entryPoints.map(\.module) == ["Rent"])
    }

    @Test(arguments: [
        ("", "found an empty file, expected a shared library"),
        ("#!/bin/sh\nexit 1\n", "found a file that begins with \"#!/bin/sh\", expected a shared library"),
        ("\u{7F}EL", "found a file that begins with 7f 45 4c, expected a shared library"),
        ("\u{7F}ELF", "found the file header of 20 bytes at offset 0, expected it to end within 4 bytes"),
        ("\n\n", "found a file that begins with 0a 0a, expected a shared library"),
    ])
    func `a file that is not a library is refused with its first bytes`(content: String, text: String) throws {
        try withTemporaryFolder { folder in
            try content.write(toFile: folder + "/libX.so", atomically: false, encoding: .utf8)
            let error = try problem(folder + "/libX.so")
            #expect(error.parts.map(\.field) == [.content])
            #expect(error.parts.map(\.text) == [text])
            #expect(error.file == folder + "/libX.so")
        }
    }

    @Test func `a path that is not a regular file is refused with its kind, without waiting`() throws {
        try withTemporaryFolder { folder in
            try #require(mkdir(folder + "/directory", 0o700) == 0)
            try #require(mkfifo(folder + "/pipe", 0o600) == 0)
            try #require(mknod(folder + "/socket", S_IFSOCK | 0o600, 0) == 0)
            try #require(symlink(BuildProducts.path("libRent.so"), folder + "/link") == 0)
            try #require(symlink("nowhere", folder + "/dangling") == 0)
            #expect(try problem(folder + "/directory") == .unread(folder + "/directory", .notRegular(.directory)))
            #expect(try problem(folder + "/pipe") == .unread(folder + "/pipe", .notRegular(.namedPipe)))
            #expect(try problem(folder + "/socket") == .unread(folder + "/socket", .notRegular(.socket)))
            #expect(try problem(folder + "/link") == .unread(folder + "/link", .notRegular(.symbolicLink)))
            #expect(try problem(folder + "/dangling") == .unread(folder + "/dangling", .notRegular(.symbolicLink)))
            #expect(try problem("/dev/null") == .unread("/dev/null", .notRegular(.device)))
        }
    }

    @Test func `the refusal of a link says that links are not followed`() {
        let error = PluginProblem.unread("libX.so", .notRegular(.symbolicLink))
        #expect(
            error.description == """
                libX.so: found a symbolic link, expected a regular file, for links are not followed; \
                install the file that it points to
                """)
    }

    @Test func `a missing file is refused with the system's reason`() throws {
        try withTemporaryFolder { folder in
            #expect(try problem(folder + "/libX.so") == .unread(folder + "/libX.so", .system(ENOENT)))
            try "x".write(toFile: folder + "/file", atomically: false, encoding: .utf8)
            let error = try problem(folder + "/file/libX.so")
            #expect(error == .unread(folder + "/file/libX.so", .system(ENOTDIR)))
            #expect(error.description.hasSuffix("; name a file that exists"))
        }
    }

    @Test func `an unreadable file is refused with the system's reason`() throws {
        try withTemporaryFolder { folder in
            try "x".write(toFile: folder + "/libX.so", atomically: false, encoding: .utf8)
            try #require(chmod(folder + "/libX.so", 0) == 0)
            let error = try withoutPrivilege { try problem(folder + "/libX.so") }
            #expect(error == .unread(folder + "/libX.so", .system(EACCES)))
        }
    }

    @Test func `a file above the size limit is refused with its size`() throws {
        try withTemporaryFolder { folder in
            try "x".write(toFile: folder + "/libX.so", atomically: false, encoding: .utf8)
            try #require(truncate(folder + "/libX.so", File.maximumSize + 1) == 0)
            #expect(
                try problem(folder + "/libX.so")
                    == .unread(folder + "/libX.so", .tooLarge(bytes: 1_073_741_825, limit: 1 << 30)))
        }
    }

    private func problem(_ path: String) throws -> PluginProblem {
        try #require(throws: PluginProblem.self) { try inspect(path) }
    }

    private func inspect(_ path: String) throws -> PluginInspection {
        let inspection = try PluginInspection(PluginFile.bytes(at: path), path: path)
        try inspection.check(path, with: try HostIdentity.current())
        return inspection
    }

    private func withTemporaryFolder(_ body: (String) throws -> Void) throws {
        let parent = FileManager.default.temporaryDirectory.path(percentEncoded: false)
        let folder = "\(parent)/inspection-\(UUID().uuidString)"
        try #require(mkdir(folder, 0o755) == 0)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    /// Runs a body without root's right to read everything: for the file system, only this thread belongs to a user
    /// without rights. For other users, nothing changes.
    private func withoutPrivilege<Result>(_ body: () throws -> Result) throws -> Result {
        typealias SetFileSystemUser = @convention(c) (uid_t) -> CInt
        let function = unsafeBitCast(try #require(dlsym(nil, "setfsuid")), to: SetFileSystemUser.self)
        let nobody: uid_t = 65534
        _ = function(geteuid() == 0 ? nobody : geteuid())
        defer { _ = function(geteuid()) }
        return try body()
    }
}
