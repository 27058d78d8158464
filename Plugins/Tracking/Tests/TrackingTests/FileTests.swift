import Foundation
import Glibc
import ModuleTesting
import Testing

@testable import Tracking

@Suite struct `The file of records` {
    private static let rule = #"{"pattern":"app://shop/lamp/:id","kind":"open","fields":["parameters.id"]}"#

    private static func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `only the user can read the file and its folder`() async throws {
        try await Scene.with([Self.rule]) { scene in
            #expect(try Self.permissions(scene.file.path) == 0o600)
            #expect(try Self.permissions(scene.file.folder) == 0o700)
            // A record does not change the permissions.
            try await scene.harness.open("app://shop/lamp/7")
            #expect(try await scene.records().count == 1)
            #expect(try Self.permissions(scene.file.path) == 0o600)
        }
    }

    @Test func `a full file rolls over to one older file, and both stay within the limit`() async throws {
        try await Scene.with([Self.rule], byteLimit: 2_000) { scene in
            for number in 1...100 { try await scene.harness.open("app://shop/lamp/\(number)") }
            let newest = try await scene.records()
            let older = try scene.lines(of: scene.file.olderPath)
            let numbers = (older + newest).compactMap { Int($0.fields["parameters.id"] ?? "") }
            #expect(numbers == Array((100 - numbers.count + 1)...100))
            for path in [scene.file.path, scene.file.olderPath] {
                let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
                #expect((1...2_000).contains(size ?? 0))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: scene.file.folder).count == 2)
        }
    }

    @Test func `a normal stop writes all records`() async throws {
        try await Scene.with([Self.rule]) { scene in
            await withTaskGroup { group in
                for task in 0..<8 {
                    group.addTask {
                        for number in 0..<100 {
                            _ = try? await scene.harness.open("app://shop/lamp/\(task * 100 + number)")
                        }
                    }
                }
            }
            let numbers = try await scene.records().compactMap { Int($0.fields["parameters.id"] ?? "") }
            #expect(numbers.sorted() == Array(0..<800))
        }
    }

    @Test func `records above the queue's limit are dropped and counted`() async throws {
        try await Scene.with([Self.rule], queueLimit: 0) { scene in
            for number in 1...3 { try await scene.harness.open("app://shop/lamp/\(number)") }
            try await scene.harness.open("app://tracking/metrics")
            #expect(scene.harness.page?.elements.contains(.field(Field("Dropped", "3"))) == true)
            #expect(try await scene.records().isEmpty)
        }
    }

    @Test(arguments: ["a file in its place", "a folder that is open to others", "no folder"])
    func `an unusable folder is one notice, and requests do not fail`(fault: String) async throws {
        let folder = NSTemporaryDirectory() + "tracking-\(UInt64.random(in: .min ... .max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        switch fault {
        case "a file in its place": try Data().write(to: URL(fileURLWithPath: folder))
        case "no folder": break
        default:
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        }
        try await Scene.with(folder: .some(fault == "no folder" ? nil : folder)) { scene in
            let reasons = try await scene.take([Self.rule])
            #expect(reasons.count == 1)
            #expect(reasons.first?.contains("Tracking.folder") == true, "\(reasons)")
            #expect(try await scene.harness.open("app://shop/lamp/7").outcome == .shown)
            try await scene.harness.open("app://tracking/metrics")
            let rows = scene.harness.page?.elements.compactMap { if case .table(let table) = $0 { table } else { nil } }
            #expect(rows?.first?.rows.first?.cells.prefix(3) == ["open app://shop/lamp/:id", "1", "0"])
        }
    }

    /// `/dev/full` behaves like a disk without free space.
    @Test func `a line is not counted if the disk is full`() {
        let descriptor = open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        var lines = PendingLines(size: 0)
        lines.add([65, 10])
        var written = 0
        let fault = #expect(throws: FileFault.self) { try lines.flush(to: descriptor, counting: &written) }
        #expect(fault?.code == ENOSPC)
        #expect(written == 0)
    }

    @Test func `after a fault, the lines in the file and the dropped lines are counted`() async throws {
        try await Scene.with([Self.rule], byteLimit: 400) { scene in
            try FileManager.default.createDirectory(
                atPath: scene.file.olderPath + "/full", withIntermediateDirectories: true)
            for number in 1...10 { try await scene.harness.open("app://shop/lamp/\(number)") }
            let records = try await scene.records()
            try await scene.harness.open("app://tracking/metrics")
            let numbers = [Field("Recorded", "\(records.count)"), Field("Dropped", "\(10 - records.count)")]
            #expect((1...9).contains(records.count))
            #expect(scene.harness.page?.elements.prefix(2) == numbers.map { .field($0) }[...])
        }
    }
}
