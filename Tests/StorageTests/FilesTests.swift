import Glibc
@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(2))) struct `The folder of a module` {
    @Test func `a file is written, read, listed and removed`() async throws {
        try await StorageFolder.with { folder in
            let files = try folder.open().storage.files
            #expect(try await files.read("a.png") == nil)
            #expect(try await files.names() == [])
            try await files.write([1, 0, 255], to: "a.png")
            try await files.write([], to: "上海 plan_2-b")
            try await files.write([2], to: "a.png")
            #expect(try await files.read("a.png") == [2])
            #expect(try await files.read("上海 plan_2-b") == [])
            #expect(try await files.names() == ["a.png", "上海 plan_2-b"])
            try await files.remove("a.png")
            try await files.remove("a.png")
            #expect(try await files.names() == ["上海 plan_2-b"])
        }
    }

    @Test(arguments: [
        "", ".", "..", "../a", "a/b", "/etc/passwd", ".lock", ".new", "-rf", " a", "a\u{0}", "a\nb", "a\\b", "a:b",
        "\u{202E}a", "~", String(repeating: "a", count: 129), String(repeating: "上", count: 43),
    ])
    func `a name that could lead out of the folder is refused`(_ name: String) async throws {
        try await StorageFolder.with { folder in
            let storage = try folder.open().storage
            await #expect { _ = try await storage.files.read(name) } throws: { Self.isName($0) }
            await #expect { try await storage.files.write([1], to: name) } throws: { Self.isName($0) }
            await #expect { try await storage.files.remove(name) } throws: { Self.isName($0) }
            await #expect { try await storage.secrets.write(Secret("x"), to: name) } throws: { Self.isName($0) }
        }
    }

    @Test(arguments: ["", "..", "a/b", "1a", "Ä", "A-B", String(repeating: "A", count: 129)])
    func `a module with a strange name gets no storage`(_ name: String) async throws {
        _ = try await StorageFolder.with { folder in
            #expect { _ = try folder.open(name) } throws: { Self.isName($0) }
        }
    }

    private static func isName(_ error: any Error) -> Bool {
        if case .invalidName = (error as? StorageError)?.reason { true } else { false }
    }

    @Test func `only the user may enter the folder, and read what is in it`() async throws {
        try await StorageFolder.with { folder in
            let open = try folder.open()
            try await open.storage.files.write([1], to: "a")
            try await open.storage.secrets.write(Secret("hush"), to: "token")
            try await open.records(Home.self).insert(Home(id: 1))
            #expect(folder.mode(folder.path + "/Test") == 0o700)
            #expect(folder.mode(folder.path + "/Test/secrets/token") == 0o600)
            #expect(folder.mode(folder.path + "/Test/files/a") == 0o600)
            #expect(folder.mode(folder.records) == 0o600)
            chmod(folder.path + "/Test", 0o755)
            _ = try await open.storage.files.read("a")
            #expect(folder.mode(folder.path + "/Test") == 0o700)
        }
    }

    @Test func `links and folders that others may write are refused`() async throws {
        try await StorageFolder.with { folder in
            let files = try folder.open().storage.files
            try await files.write([1], to: "a")
            symlink("/etc/passwd", folder.path + "/Test/files/b")
            mkfifo(folder.path + "/Test/files/c", 0o600)
            for name in ["b", "c"] {
                await #expect {
                    _ = try await files.read(name)
                } throws: { error in
                    if case .inaccessible = (error as? StorageError)?.reason { true } else { false }
                }
            }
            // A write replaces the link, and not its target.
            try await files.write([2], to: "b")
            #expect(try await files.read("b") == [2])

            symlink(folder.path + "/Test", folder.path + "/Linked")
            let linked = try folder.open("Linked")
            await #expect {
                _ = try await linked.storage.files.names()
            } throws: { error in
                "\(error)".contains("it is a symbolic link")
            }
            chmod(folder.path, 0o777)
            await #expect {
                _ = try await files.read("a")
            } throws: { error in
                if case .exposed(_, let remedy) = (error as? StorageError)?.reason {
                    remedy.hasPrefix("chmod")
                } else {
                    false
                }
            }
        }
    }

    @Test func `a secret that others may read is refused with the remedy`() async throws {
        try await StorageFolder.with { folder in
            let secrets = try folder.open().storage.secrets
            #expect(try await secrets.read("token") == nil)
            try await secrets.write(Secret("hush"), to: "token")
            #expect(try await secrets.read("token") == Secret("hush"))
            let path = folder.path + "/Test/secrets/token"
            chmod(path, 0o640)
            await #expect(
                throws: StorageError(.exposed(found: "\(path) with mode 0640", remedy: "chmod 600 \(path)"))
            ) { _ = try await secrets.read("token") }
            try await secrets.remove("token")
            #expect(try await secrets.read("token") == nil)
            await #expect(throws: StorageError(.tooLarge(path: path, limit: 65_536))) {
                try await secrets.write(Secret(bytes: Array(repeating: 1, count: 65_537)), to: "token")
            }
        }
    }

    @Test func `no text of a secret shows it`() {
        let secret = Secret("hush")
        struct Holder { let secret: Secret }
        var dumped = ""
        dump(Holder(secret: secret), to: &dumped)
        for text in ["\(secret)", secret.debugDescription, "\(Holder(secret: secret))", "\([secret])", dumped] {
            #expect(text.contains("‹redacted›") && !text.contains("hush") && !text.contains("104"), "\(text)")
        }
    }

    @Test func `a storage that has closed refuses all operations`() async throws {
        try await StorageFolder.with { folder in
            let open = try folder.open()
            await open.close()
            await #expect(throws: StorageError(.closed)) { _ = try await open.storage.files.names() }
            await #expect(throws: StorageError(.closed)) { _ = try await open.records(Home.self).count() }
        }
    }
}
