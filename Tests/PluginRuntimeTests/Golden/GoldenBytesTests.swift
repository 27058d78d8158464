import Foundation
@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import Platform
@testable import PluginRuntime

/// Bytes that a release wrote. Their readers check only the number of the format, so a new format with the same number
/// fails here, and a file with another number is not read (`Tests/Golden/README.md`).
///
/// If the file of the current number is missing, the test writes it and fails once.
@Suite(.timeLimit(.minutes(2))) struct `Golden bytes` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Golden/Formats").standardizedFileURL.path(percentEncoded: false)

    @Test func `frames are read and written as in the release, and another version is refused`() throws {
        let frames = GoldenFrames.all.map { name, value in "\(name): \(Self.hex(GoldenFrames.bytes(of: value)))\n" }
        let (golden, others) = try Self.golden("frames", "\(WireProtocol.version)", orNew: Array(frames.joined().utf8))
        let lines = Self.frames(golden)
        #expect(lines.count == GoldenFrames.all.count)
        for (name, value) in GoldenFrames.all {
            let bytes = lines[name] ?? []
            #expect(GoldenFrames.bytes(of: value) == bytes, "\(name) is written in another form")
            var decoder = FrameDecoder(bytes)
            let read = try type(of: value).read(from: &decoder)
            #expect(decoder.isAtEnd && GoldenFrames.bytes(of: read) == bytes, "\(name) is read in another form")
        }
        for other in others {
            var decoder = FrameDecoder(Self.frames(other)["load"] ?? [])
            #expect(throws: FrameError.self) { try GoldenFrames.Load.read(from: &decoder) }
        }
    }

    @Test func `the start image is read and written as in the release, and another number is not read`()
        throws
    {
        try TemporaryFolder.with { folder in
            let cache = CacheFolder(path: folder.path)
            let search = ModuleSearch(options: [], environment: [:], executableFolder: "/golden")
            let image = StartImage(search, executable: "/golden/switchboard", sdk: "golden", cache: cache)
            image.write(GoldenFrames.catalogue, watched: [("/golden/absent", nil)])
            let new = try #require(cache.bytes(of: image.name))
            let (golden, others) = try Self.golden("start", Self.number(new), orNew: new)
            #expect(golden == new)
            image.write(try #require(image.read()), watched: [("/golden/absent", nil)])
            #expect(cache.bytes(of: image.name) == golden)
            for other in others {
                try cache.write(other, to: image.name)
                #expect(image.read() == nil)
            }
        }
    }

    @Test func `the scan record is read and written as in the release, and another number is not read`()
        throws
    {
        try TemporaryFolder.with { folder in
            let (cache, content) = (CacheFolder(path: folder.path), SHA256.hash([1]))
            let scans = ScanCache(cache: cache, sdk: "golden")
            scans.keep(GoldenFrames.scan, of: content)
            let new = try #require(cache.bytes(of: "\(content).scan"))
            let (golden, others) = try Self.golden("scan", Self.number(new), orNew: new)
            #expect(golden == new)
            #expect(scans.recall(content) == GoldenFrames.scan)
            for other in others {
                try cache.write(other, to: "\(content).scan")
                #expect(scans.recall(content) == nil)
            }
        }
    }

    /// Returns the file with a number, and the files with other numbers.
    private static func golden(
        _ name: String, _ number: String, orNew bytes: [UInt8]
    ) throws -> (golden: [UInt8], others: [[UInt8]]) {
        let file = "\(name)-\(number)"
        if !FileManager.default.fileExists(atPath: "\(folder)/\(file)") {
            try Data(bytes).write(to: URL(filePath: "\(folder)/\(file)"))
            Issue.record("\(folder)/\(file) was absent, and is written now: look at it, and commit it")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        let read = { (file: String) in Array(try Data(contentsOf: URL(filePath: "\(folder)/\(file)"))) }
        return (try read(file), try files.filter { $0.hasPrefix("\(name)-") && $0 != file }.map(read))
    }

    /// The number in the seal of a file.
    private static func number(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.split(separator: UInt8(ascii: " "))[1], as: UTF8.self)
    }

    private static func frames(_ lines: [UInt8]) -> [String: [UInt8]] {
        let lines = String(decoding: lines, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: ": ", omittingEmptySubsequences: false).map(String.init)
        }
        return Dictionary(lines.map { ($0[0], bytes($0[1])) }) { first, _ in first }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 1, to: digits.count, by: 2).map { UInt8(digits[$0 - 1] << 4 | digits[$0]) }
    }
}
