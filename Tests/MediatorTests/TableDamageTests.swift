@_spi(Host) import ModuleKit
import Testing

@Suite struct `A damaged table` {
    private static let urls = [
        "/", "/rent/list", "/rent/42", "/rent/a/b/c", "/the/foo/1/bar/2", "/v1.json", "/docs/a/b/c", "app://rent/1",
        "/x/y",
    ]

    private static func index() throws -> PatternIndex {
        let pick = ParameterType("pick", alternatives: ["a", "1"])
        let texts = [
            "/rent/list", "/rent/:id", "/rent/:id/:more<pick>", "/the(/foo/:a)(/bar/:b)", "/v:n<int>.json",
            "/docs/*path",
            "/:x/:y", "app://rent/:n",
        ]
        return PatternIndex(try texts.map { IndexedPattern(try RoutePattern($0, types: [pick])) })
    }

    @Test func `a damaged table is refused, whichever byte was changed`() throws {
        let folder = try TableFolder()
        let bytes = try folder.bytes(try Self.index())
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= UInt8(1 << (place % 8))
            #expect(throws: TableFileError.self, "byte \(place)") { try folder.read(changed) }
        }
    }

    /// What a hostile file may hold: the checksum is right, the rest is not. Nothing may crash or go on for ever.
    @Test(arguments: [UInt8(0x01), 0x80, 0xFF])
    func `a damaged table is refused or searched to an end, with a checksum that is right`(
        _ change: UInt8
    ) throws {
        let folder = try TableFolder()
        let bytes = try folder.bytes(try Self.index())
        let urls = try Self.urls.map { try RouteURL($0) }
        var refused = 0
        for place in bytes.indices where !(24..<32).contains(place) {
            var changed = bytes
            changed[place] ^= change
            do {
                let index = try folder.read(TableFolder.sealed(changed))
                for url in urls { #expect(index.candidates(url).count >= (index.match(url) == nil ? 0 : 1)) }
                for number in 0..<index.count { #expect(index.pattern(number).pattern.text.utf8.count < bytes.count) }
            } catch let error as TableFileError {
                refused += 1
                #expect(
                    error.description.contains("expected") || error.description.contains("damaged")
                        || error.description.contains("no table"), "\(error)")
            }
        }
        #expect(refused > 100)
    }

    @Test func `a damaged table is refused at every length but its own`() throws {
        let folder = try TableFolder()
        let bytes = try folder.bytes(try Self.index())
        for count in bytes.indices {
            #expect(throws: TableFileError.self, "\(count) bytes") { try folder.read(Array(bytes[..<count])) }
        }
        #expect(throws: TableFileError.self) { try folder.read(bytes + [0]) }
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
