import Foundation
import Glibc
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(2))) struct `The path to a folder` {
    @Test func `the path to a folder is walked through links, and each folder on it is checked by the rules`() throws {
        try TemporaryFolder.with { folder in
            let files = FileManager.default
            try files.createDirectory(atPath: folder.path("a/open/b"), withIntermediateDirectories: true)
            try #require(chmod(folder.path("a/open"), 0o777) == 0)
            try files.createSymbolicLink(atPath: folder.path("relative"), withDestinationPath: "a/./open/b/../b")
            try files.createSymbolicLink(atPath: folder.path("absolute"), withDestinationPath: folder.path("relative"))
            for path in ["a/open/b", "relative", "absolute", "a/open/b/..//b/"] {
                let open = try CheckedFolder.open(folder.path(path))
                #expect(open.violations.map(\.path) == [folder.path("a/open")], "\(path)")
                #expect(open.violations.first?.remedy.hasSuffix("o-w \(folder.path("a/open"))") == true)
            }
            #expect(try CheckedFolder.open(folder.path("a")).violations.isEmpty)
        }
    }

    /// The slash and the mark after it are one character of Swift.
    @Test func `a walk checks the folders above a folder whose name begins with a combining mark`() throws {
        try TemporaryFolder.with { folder in
            let path = folder.path("open") + "/\u{301}b"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try #require(chmod(folder.path("open"), 0o777) == 0)
            #expect(try CheckedFolder.open(path).violations.map(\.path) == [folder.path("open")])
            #expect(Path.folder(of: path) == folder.path("open") && Path.name(of: path) == "\u{301}b")
            #expect(Path.isAbsolute("/\u{301}b") && Path.absolute("/\u{301}b/../c") == "/c")
        }
    }

    @Test func `a path to a missing folder, to a file or in a circle is an error`() throws {
        try TemporaryFolder.with { folder in
            try FileManager.default.createSymbolicLink(atPath: folder.path("loop"), withDestinationPath: "loop")
            try folder.write("x", to: "file")
            let rows: [(String, CInt)] = [("loop", ELOOP), ("file", ENOTDIR), ("file/x", ENOTDIR), ("none", ENOENT)]
            for (name, code) in rows {
                let error = #expect(throws: FileError.self) { _ = try CheckedFolder.open(folder.path(name)) }
                #expect(error == .system(code))
            }
        }
    }

    @Test func `the path to a folder of another user is reported`() throws {
        try TemporaryFolder.with { folder in
            let rules = FileRules(user: geteuid() + 1) { _, _ in false }
            let open = try SecurePath.open(folder.path, rules: rules)
            // Folders of root are accepted for every user.
            #expect(open.violations.map(\.path) == (geteuid() == 0 ? [] : [folder.path]))
        }
    }
}
