import Foundation
@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

/// Bytes that a release has written, which hosts read without looking at anything else: a change of their form without a new
/// number of the format fails here (`Tests/Golden/README.md`).
///
/// A file that is absent is written, and the test fails this once.
@Suite(.timeLimit(.minutes(2))) struct `Golden bytes` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Golden/Formats").standardizedFileURL.path(percentEncoded: false)

    @Test func `frames of a release are read, and written as they were, as long as the protocol has its version`()
        throws
    {
        let frames = GoldenFrames.all.map { name, value in "\(name): \(Self.hex(GoldenFrames.bytes(of: value)))" }
        let new = (["version: \(WireProtocol.version)"] + frames).joined(separator: "\n") + "\n"
        let golden = String(decoding: try Self.golden("frames", orNew: Array(new.utf8)), as: UTF8.self)
        let lines = Dictionary(
            golden.split(separator: "\n").map { $0.split(separator: ": ", omittingEmptySubsequences: false) }
                .map { (String($0[0]), String($0[1])) }
        ) { first, _ in first }
        guard let version = lines["version"].flatMap(UInt64.init), version == WireProtocol.version else {
            var decoder = FrameDecoder(Self.bytes(lines["load"] ?? ""))
            #expect(throws: FrameError.self) { try GoldenFrames.Load.read(from: &decoder) }
            return
        }
        #expect(lines.count == GoldenFrames.all.count + 1)
        for (name, value) in GoldenFrames.all {
            let bytes = Self.bytes(lines[name] ?? "")
            #expect(GoldenFrames.bytes(of: value) == bytes, "\(name) is written in another form")
            var decoder = FrameDecoder(bytes)
            let read = try type(of: value).read(from: &decoder)
            #expect(decoder.isAtEnd && GoldenFrames.bytes(of: read) == bytes, "\(name) is read in another form")
        }
    }

    @Test func `the image of a start is read, and written as it was, or made anew after a new number of its format`()
        throws
    {
        try TemporaryFolder.with { folder in
            let cache = CacheFolder(path: folder.path)
            let search = ModuleSearch(options: [], environment: [:], executableFolder: "/golden")
            let image = StartImage(search, executable: "/golden/switchboard", sdk: "golden", cache: cache)
            image.write(GoldenFrames.catalogue, watched: [("/golden/absent", nil)])
            let new = try #require(cache.bytes(of: image.name))
            let golden = try Self.golden("start", orNew: new)
            try cache.write(golden, to: image.name)
            guard Self.format(golden) == Self.format(new) else { return #expect(image.read() == nil) }
            #expect(golden == new)
            image.write(try #require(image.read()), watched: [("/golden/absent", nil)])
            #expect(cache.bytes(of: image.name) == golden)
        }
    }

    @Test func `the record of a scan is read, and written as it was, or made anew after a new number of its format`()
        throws
    {
        try TemporaryFolder.with { folder in
            let (cache, content) = (CacheFolder(path: folder.path), SHA256.hash([1]))
            let scans = ScanCache(cache: cache, sdk: "golden")
            scans.keep(GoldenFrames.scan, of: content)
            let new = try #require(cache.bytes(of: "\(content).scan"))
            let golden = try Self.golden("scan", orNew: new)
            try cache.write(golden, to: "\(content).scan")
            guard Self.format(golden) == Self.format(new) else { return #expect(scans.recall(content) == nil) }
            #expect(golden == new)
            #expect(scans.recall(content) == GoldenFrames.scan)
        }
    }

    private static func golden(_ name: String, orNew bytes: [UInt8]) throws -> [UInt8] {
        let path = "\(folder)/\(name)"
        guard FileManager.default.fileExists(atPath: path) else {
            try Data(bytes).write(to: URL(filePath: path))
            Issue.record("\(path) was absent, and is written now: look at it, and commit it")
            return bytes
        }
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// The seal of a file without its checksum.
    private static func format(_ bytes: [UInt8]) -> String {
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.split(separator: " ").dropLast().joined(separator: " ")
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 1, to: digits.count, by: 2).map { UInt8(digits[$0 - 1] << 4 | digits[$0]) }
    }
}
