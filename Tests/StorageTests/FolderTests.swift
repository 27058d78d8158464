import Glibc
@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(2))) struct `The folder of a module` {
    @Test func `a secret is written, read and removed`() async throws {
        try await StorageFolder.with { folder in
            let secrets = try folder.open().storage.secrets
            #expect(try await secrets.read("a.key") == nil)
            try await secrets.write(Secret(bytes: [1, 0, 255]), to: "a.key")
            try await secrets.write(Secret(bytes: []), to: "上海 plan_2-b")
            try await secrets.write(Secret(bytes: [2]), to: "a.key")
            #expect(try await secrets.read("a.key") == Secret(bytes: [2]))
            #expect(try await secrets.read("上海 plan_2-b") == Secret(bytes: []))
            try await secrets.remove("a.key")
            try await secrets.remove("a.key")
            #expect(try await secrets.read("a.key") == nil)
        }
    }

    @Test(arguments: [
        "", ".", "..", "../a", "a/b", "/etc/passwd", ".lock", ".new", "-rf", " a", "a\u{0}", "a\nb", "a\\b", "a:b",
        "\u{202E}a", "~", String(repeating: "a", count: 129), String(repeating: "上", count: 43),
    ])
    func `a name that could lead out of the folder is refused`(_ name: String) async throws {
        try await StorageFolder.with { folder in
            let secrets = try folder.open().storage.secrets
            await #expect { _ = try await secrets.read(name) } throws: { Self.isName($0) }
            await #expect { try await secrets.write(Secret("x"), to: name) } throws: { Self.isName($0) }
            await #expect { try await secrets.remove(name) } throws: { Self.isName($0) }
        }
    }

    @Test(arguments: ["", "..", "a/b", "1a", "Ä", "A-B", String(repeating: "A", count: 129)])
    func `a storage for a module with an invalid name is refused`(_ name: String) async throws {
        _ = try await StorageFolder.with { folder in
            #expect { _ = try folder.open(name) } throws: { Self.isName($0) }
        }
    }

    private static func isName(_ error: any Error) -> Bool {
        if case .invalidName = (error as? StorageError)?.reason { true } else { false }
    }

    @Test func `only the user may enter the folder and read its files`() async throws {
        try await StorageFolder.with { folder in
            let open = try folder.open()
            try await open.storage.secrets.write(Secret("hush"), to: "token")
            try await open.records(Home.self).insert(Home(id: 1))
            #expect(folder.mode(folder.path + "/Test") == 0o700)
            #expect(folder.mode(folder.path + "/Test/secrets/token") == 0o600)
            #expect(folder.mode(folder.records) == 0o600)
            chmod(folder.path + "/Test", 0o755)
            _ = try await open.storage.secrets.read("token")
            #expect(folder.mode(folder.path + "/Test") == 0o700)
        }
    }

    @Test func `links are refused, and so are folders that others may write`() async throws {
        try await StorageFolder.with { folder in
            let secrets = try folder.open().storage.secrets
            try await secrets.write(Secret("x"), to: "a")
            symlink("/etc/passwd", folder.path + "/Test/secrets/b")
            mkfifo(folder.path + "/Test/secrets/c", 0o600)
            for name in ["b", "c"] {
                await #expect {
                    _ = try await secrets.read(name)
                } throws: { error in
                    if case .inaccessible = (error as? StorageError)?.reason { true } else { false }
                }
            }
            // A write replaces the link, not its target.
            try await secrets.write(Secret("y"), to: "b")
            #expect(try await secrets.read("b") == Secret("y"))

            symlink(folder.path + "/Test", folder.path + "/Linked")
            let linked = try folder.open("Linked")
            await #expect {
                _ = try await linked.storage.secrets.read("a")
            } throws: { error in
                "\(error)".contains("it is a symbolic link")
            }
            chmod(folder.path, 0o777)
            await #expect {
                _ = try await secrets.read("a")
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

    @Test func `a secret is redacted in every text`() {
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
            await #expect(throws: StorageError(.closed)) { _ = try await open.storage.secrets.read("a") }
            await #expect(throws: StorageError(.closed)) { _ = try await open.records(Home.self).count() }
        }
    }
}
