import Foundation
import Glibc
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(2))) struct `The status of a file by its path` {
    /// A path below a folder with a guarded and an open folder, and whether its status is known without a walk.
    static let rows: [(path: String, isKnown: Bool)] = [
        ("guarded/file", true), ("guarded/..//guarded/./file", true),
        ("open/file", false), ("guarded/exposed", false), ("link/file", false), ("guarded/link", false),
        ("guarded", false), ("guarded/none", false), ("guarded/file/", false), ("none/file", false),
    ]

    @Test(arguments: rows)
    func `a file's status is known without a walk if no other user can change it and its path has no link`(
        _ row: (path: String, isKnown: Bool)
    ) throws {
        try TemporaryFolder.with { folder in
            let files = FileManager.default
            for name in ["guarded", "open"] {
                try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
                try folder.write("x", to: name + "/file")
            }
            try folder.write("x", to: "guarded/exposed")
            try #require(chmod(folder.path("open"), 0o777) == 0)
            try #require(chmod(folder.path("guarded/exposed"), 0o666) == 0)
            try files.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "guarded")
            try files.createSymbolicLink(atPath: folder.path("guarded/link"), withDestinationPath: "file")
            let status = SecurePath.status(of: folder.path(row.path))
            #expect((status != nil) == row.isKnown)
            guard let status else { return }
            let walked = try CheckedFolder.open(folder.path("guarded")).file("file")
            #expect(status == walked.status)
        }
    }

    @Test func `the status of a relative path or of another user's file is not known without a walk`() throws {
        try TemporaryFolder.with { folder in
            try folder.write("x", to: "file")
            let path = folder.path("file")
            #expect(SecurePath.status(of: String(path.dropFirst())) == nil)
            let stranger = FileRules(user: geteuid() + 1) { _, _ in false }
            // Files of root are accepted for every user.
            #expect((SecurePath.status(of: path, rules: stranger) != nil) == (geteuid() == 0))
        }
    }
}
