import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct `The lock file` {
    static let hash = String(repeating: "a", count: 64)

    private static func module(_ name: String, version: String = "1.0.0") throws -> LockedModule {
        let hash = try #require(ContentHash(Self.hash))
        return LockedModule(
            name: name, version: version, hash: hash, entry: StoreEntry(address: hash, file: "lib\(name).so"),
            source: "/home/lin/lib\(name).so", trust: .installed, order: 1)
    }

    private static func document(_ fields: String, version: String = "1.0") -> [UInt8] {
        Array(#"{"format_version":"\#(version)","modules":[{\#(fields)}]}"#.utf8)
    }

    private static let fields =
        #""name":"A","version":"1.0.0","sha256":"\#(hash)","entry":"\#(hash)","source":"/a","trust":"installed""#

    @Test func `the lock file is sorted, has one field per line, and is read back unchanged`() throws {
        var lock = ModuleLock()
        for name in ["Rent", "Account"] { lock[name] = try Self.module(name) }
        let text = String(decoding: try lock.bytes(path: "modules.lock"), as: UTF8.self)
        #expect(try ModuleLock(Array(text.utf8), path: "modules.lock") == lock)
        #expect(lock.modules.map(\.name) == ["Account", "Rent"])
        #expect(text.hasPrefix("{\n  \"format_version\" : \"1.0\",\n  \"modules\" : [\n"))
        #expect(text.contains("      \"source\" : \"/home/lin/libAccount.so\",\n"))
        #expect(text.hasSuffix("}\n"))
    }

    static let bad: [(bytes: [UInt8], says: String)] = [
        ([], "damaged"), (Array("{".utf8), "damaged"), (Array("[]".utf8), "damaged"),
        (document(fields), "damaged"),
        (document(fields + #","file":"libA.so","order":9223372036854775807"#), "a place among installed modules"),
        (document(fields + #","file":"../evil.so""#), "a file's name is expected"),
        (document(fields + #","file":".new""#), "a file's name is expected"),
        (document(fields.replacing("1.0.0", with: "1.0\\u001b[2J") + #","file":"libA.so""#), "a version such as 1.2.3"),
        (document(fields.replacing("1.0.0", with: "new") + #","file":"libA.so""#), "a version such as 1.2.3"),
        (document(fields.replacing("1.0.0", with: "") + #","file":"libA.so""#), "a version such as 1.2.3"),
        (document(fields.replacing(hash, with: "abc") + #","file":"libA.so""#), "64 hexadecimal digits"),
        (document(fields + #","file":"libA.so""#, version: "2.0"), "it has format 2.0, this host reads 1.0"),
    ]

    @Test(arguments: bad) func `an invalid lock file is refused with the reason`(
        _ row: (bytes: [UInt8], says: String)
    ) {
        let error = #expect(throws: PluginProblem.self) { try ModuleLock(row.bytes, path: "modules.lock") }
        #expect(error?.description.contains(row.says) == true, "\(String(describing: error))")
    }

    @Test(arguments: ["2\\u001b[31m.0", "2\\u0007.0\\n"])
    func `the error for a lock file's version does not print its control characters`(version: String) {
        let error = #expect(throws: PluginProblem.self) {
            try ModuleLock(Array(#"{"format_version":"\#(version)","modules":[]}"#.utf8), path: "modules.lock")
        }
        let text = error?.description ?? ""
        #expect(text.contains("this host reads 1.0"), "\(text)")
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(text)")
    }

    @Test func `a lock file of a later minor version is read, with unknown fields ignored`() throws {
        let bytes = Self.document(Self.fields + #","file":"libA.so","later":1"#, version: "1.7")
        #expect(try ModuleLock(bytes, path: "modules.lock")["A"]?.entry.file == "libA.so")
    }
}
