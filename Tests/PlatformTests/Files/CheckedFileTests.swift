import Foundation
import Glibc
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(2))) struct `A checked file` {
    @Test func `a file that is too large, missing or not regular is refused before it is read`() throws {
        try TemporaryFolder.with { folder in
            let (pipe, huge) = (folder.path("pipe"), try folder.write("", to: "huge"))
            try #require(mkfifo(pipe, 0o600) == 0)
            try #require(truncate(huge, 300 << 20) == 0)
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("link"), withDestinationPath: "/dev/zero")
            let rows: [(path: String, error: FileError, says: String)] = [
                (pipe, .notRegular(.namedPipe), "it is a named pipe, not a regular file"),
                ("/dev/zero", .notRegular(.device), "it is a device, not a regular file"),
                (folder.path("link"), .notRegular(.device), "it is a device, not a regular file"),
                (folder.path, .notRegular(.directory), "it is a directory, not a regular file"),
                (huge, .tooLarge(bytes: 300 << 20, limit: 16 << 20), "it is longer than 16 MiB"),
                (folder.path("absent"), .system(ENOENT), "No such file or directory"),
            ]
            for row in rows {
                let error = #expect(throws: FileError.self) { try CheckedFile.bytes(at: row.path) }
                #expect(error == row.error && error?.description == row.says, "\(row.path)")
            }
        }
    }

    @Test func `a plain file that is a pipe, a link, empty or too large is refused without a wait`() throws {
        try TemporaryFolder.with { folder in
            let huge = try folder.write("", to: "huge")
            try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
            try #require(symlink("/dev/zero", folder.path("link")) == 0)
            try #require(truncate(huge, 8 << 30) == 0)
            try folder.write("", to: "empty")
            let rows: [(name: String, error: FileError)] = [
                ("pipe", .notRegular(.namedPipe)), ("link", .notRegular(.symbolicLink)), ("empty", .empty),
                ("huge", .tooLarge(bytes: 8 << 30, limit: 1 << 30)),
            ]
            for row in rows {
                #expect(throws: row.error) { try File.plainBytes(at: folder.path(row.name)) }
                #expect(throws: row.error) { _ = try CheckedFolder.open(folder.path).file(row.name) }
            }
        }
    }

    /// A change below the folder of `switchboard/config.json`, and the reported path; `nil` if the file is read.
    struct Exposure: CustomTestStringConvertible {
        let testDescription: String
        var found: String?
        var needsRoot = false
        let make: @Sendable (TemporaryFolder) throws -> Void
    }

    /// Replaces the file with a link to a file in the parent folder.
    private static func link(_ folder: TemporaryFolder) throws {
        try #require(rename(folder.path("switchboard/config.json"), folder.path("own")) == 0)
        try #require(symlink("../own", folder.path("switchboard/config.json")) == 0)
    }

    static let exposures: [Exposure] = [
        Exposure(testDescription: "mode 600") { try #require(chmod($0.path("switchboard/config.json"), 0o600) == 0) },
        Exposure(testDescription: "a private folder") { try #require(chmod($0.path("switchboard"), 0o700) == 0) },
        Exposure(testDescription: "a link to a file of the user") { try link($0) },
        Exposure(testDescription: "a link to a folder of the user") { folder in
            try #require(rename(folder.path("switchboard"), folder.path("own")) == 0)
            try #require(symlink("own", folder.path("switchboard")) == 0)
        },
        Exposure(
            testDescription: "mode 666", found: "FOLDER/switchboard/config.json with mode 0666, which others may write"
        ) { try #require(chmod($0.path("switchboard/config.json"), 0o666) == 0) },
        Exposure(testDescription: "an open folder", found: "FOLDER/switchboard with mode 0777, which others may write")
        {
            try #require(chmod($0.path("switchboard"), 0o777) == 0)
        },
        Exposure(testDescription: "an open folder above", found: "FOLDER with mode 0757, which others may write") {
            try #require(chmod($0.path, 0o757) == 0)
        },
        Exposure(
            testDescription: "a link to an exposed file", found: "FOLDER/own with mode 0666, which others may write"
        ) { folder in
            try link(folder)
            try #require(chmod(folder.path("own"), 0o666) == 0)
        },
        Exposure(
            testDescription: "a link by way of an open folder",
            found: "FOLDER/open with mode 0777, which others may write"
        ) { folder in
            try FileManager.default.createDirectory(atPath: folder.path("open"), withIntermediateDirectories: false)
            try link(folder)
            try #require(rename(folder.path("switchboard/config.json"), folder.path("open/link")) == 0)
            try #require(symlink("../open/link", folder.path("switchboard/config.json")) == 0)
            try #require(chmod(folder.path("open"), 0o777) == 0)
        },
        Exposure(
            testDescription: "a file of another user", found: "FOLDER/switchboard/config.json of user 65534",
            needsRoot: true
        ) { try #require(chown($0.path("switchboard/config.json"), 65_534, 0) == 0) },
        Exposure(
            testDescription: "a folder of another user", found: "FOLDER/switchboard of user 65534", needsRoot: true
        ) { try #require(chown($0.path("switchboard"), 65_534, 0) == 0) },
        Exposure(testDescription: "a folder above of another user", found: "FOLDER of user 65534", needsRoot: true) {
            try #require(chown($0.path, 65_534, 0) == 0)
        },
        Exposure(
            testDescription: "a link to a file of another user", found: "FOLDER/own of user 65534", needsRoot: true
        ) { folder in
            try link(folder)
            try #require(chown(folder.path("own"), 65_534, 0) == 0)
        },
    ]

    @Test(arguments: exposures.filter { !$0.needsRoot || geteuid() == 0 })
    func `a checked file that others may write is refused with the path that allows it`(
        _ exposure: Exposure
    ) throws {
        try TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                atPath: folder.path("switchboard"), withIntermediateDirectories: false)
            let file = try folder.write("{}", to: "switchboard/config.json")
            try exposure.make(folder)
            guard let found = exposure.found?.replacing("FOLDER", with: folder.path) else {
                #expect(try CheckedFile.bytes(at: file) == Array("{}".utf8))
                return
            }
            let error = #expect(throws: FileError.self) { try CheckedFile.bytes(at: file) }
            guard case .exposed(let violations)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(violations.map(\.found) == [found])
        }
    }
}
