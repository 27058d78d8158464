@_spi(Host) import ModuleKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct `A damaged table` {
    private static let urls = [
        "/", "/rent/list", "/rent/42", "/rent/a/b/c", "/the/foo/1/bar/2", "/v1.json", "/docs/a/b/c", "app://rent/1",
        "/x/y",
    ]

    /// `make test` tries every third place, `make verify` each one.
    private static func places(_ bytes: [UInt8]) -> StrideTo<Int> {
        stride(from: 0, to: bytes.count, by: Rounds.count(usual: 1) > 1 ? 1 : 3)
    }

    private static func index() throws -> PatternIndex {
        let pick = ParameterType("pick", alternatives: ["a", "1"])
        let texts = [
            "/rent/list", "/rent/:id", "/rent/:id/:more<pick>", "/the(/foo/:a)(/bar/:b)", "/v:n<int>.json",
            "/docs/*path",
            "/:x/:y", "app://rent/:n",
        ]
        return PatternIndex(try texts.map { IndexedPattern(try RoutePattern($0, types: [pick])) })
    }

    /// Whether the bytes are refused; one expectation for each of thousands would take most of the time.
    private static func isRefused(_ bytes: [UInt8], in folder: TableFolder) -> Bool {
        do {
            _ = try folder.read(bytes)
            return false
        } catch {
            return error is TableFileError
        }
    }

    @Test func `a damaged table is refused, whichever byte was changed`() throws {
        let folder = try TableFolder()
        let bytes = try folder.bytes(try Self.index())
        let taken = Self.places(bytes).filter { place in
            var changed = bytes
            changed[place] ^= UInt8(1 << (place % 8))
            return !Self.isRefused(changed, in: folder)
        }
        #expect(taken.isEmpty)
    }

    /// What a hostile file may hold: the checksum is right, the rest is not. Nothing may crash or go on for ever.
    @Test(arguments: [UInt8(0x01), 0x80, 0xFF])
    func `a damaged table is refused or searched to an end, with a checksum that is right`(
        _ change: UInt8
    ) throws {
        let folder = try TableFolder()
        let bytes = try folder.bytes(try Self.index())
        let urls = try Self.urls.map { try RouteURL(parsing: $0) }
        var refused = 0
        for place in Self.places(bytes) where !(24..<32).contains(place) {
            var changed = bytes
            changed[place] ^= change
            do {
                let index = try folder.read(TableFolder.sealed(changed))
                let found = urls.map { index.candidates($0).count >= (index.match($0) == nil ? 0 : 1) }
                let texts = (0..<index.count).map { index.pattern($0).pattern.text.utf8.count < bytes.count }
                #expect(!(found + texts).contains(false), "byte \(place)")
            } catch let error as TableFileError {
                refused += 1
                #expect(
                    error.description.contains("expected") || error.description.contains("damaged")
                        || error.description.contains("no table"), "\(error)")
            }
        }
        #expect(refused > 100 / 3)
    }

    @Test func `a damaged table is refused at every length but its own`() throws {
        let folder = try TableFolder()
        let bytes = try folder.bytes(try Self.index())
        let taken = Self.places(bytes).filter { !Self.isRefused(Array(bytes[..<$0]), in: folder) }
        #expect(taken.isEmpty)
        #expect(Self.isRefused(bytes + [0], in: folder))
        _ = try folder.read(TableFolder.sealed(bytes))
    }

    @Test func `a damaged table is refused with its fault and the remedy`() throws {
        let folder = try TableFolder()
        let bytes = try folder.bytes(try Self.index())
        let file = folder.path("changed")
        func error(_ place: Int, _ value: UInt8) -> TableFileError? {
            var changed = bytes
            changed[place] = value
            return #expect(throws: TableFileError.self) { try folder.read(changed) }
        }
        #expect(error(0, 0) == .notATable(file: file))
        #expect(error(8, 9) == .otherVersion(file: file, found: 9, expected: 1))
        #expect(error(12, 1) == .otherByteOrder(file: file, found: 0x0102_0301, expected: 0x0102_0304))
        let size = UInt64(bytes.count)
        #expect(
            error(16, UInt8(truncatingIfNeeded: size) ^ 8) == .wrongSize(file: file, found: size, expected: size ^ 8))
        #expect(error(bytes.count - 1, 77)?.description.contains("has the checksum 0x") == true)
        #expect(throws: TableFileError.notATable(file: "/dev/null")) { try PatternIndex(contentsOf: "/dev/null") }
        let missing = folder.path("missing")
        #expect(throws: TableFileError.system(file: missing, call: "open", code: 2)) {
            try PatternIndex(contentsOf: missing)
        }
    }
}
