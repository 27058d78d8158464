import Foundation
import ModuleKit
import TestSupport
import Testing

@testable import Messages

@Suite(.timeLimit(.minutes(2))) struct `The delivery of a file` {
    private func attach(
        _ kind: String, _ bytes: Int, to service: MessagesWebService
    ) async throws -> ModuleHarness<MessagesModule> {
        let folder = FileManager.default.temporaryDirectory.appending(path: "delivery-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "tour.bin")
        try Data(count: bytes).write(to: file)
        let messages = try await ModuleHarness.messages(service: service)
        try await messages.open("app://messages/write?to=wang")
        try await messages.choose("Send a file", filling: ["kind": kind, "file": file.path()])
        return messages
    }

    @Test(arguments: [("image", 300_000), ("voice", 90_000), ("video", 2_000_000)])
    func `a file is uploaded and sent, and the page shows it`(kind: String, size: Int) async throws {
        let service = try MessagesWebService()
        let messages = try await attach(kind, size, to: service)
        try await messages.wait(for: "You: tour.bin (\(kind))")
        #expect(Array(service.paths.drop { $0 != "resources" }) == ["resources", "resources/upload", "send"])
    }

    static let failures: [(path: String, error: ResolverError, says: String)] = [
        ("resources", .status(resolver: "messages", code: 401, excerpt: ""), "status 401"),
        ("resources/upload", .unavailable(resolver: "messages", reason: "cut off"), "cut off"),
        ("send", .status(resolver: "messages", code: 500, excerpt: ""), "status 500"),
        ("send", .timedOut(resolver: "messages", seconds: 10), "within 10 s"),
    ]

    @Test(arguments: failures) func `a step that fails is shown with its reason, and can be repeated`(
        _ row: (path: String, error: ResolverError, says: String)
    ) async throws {
        let service = try MessagesWebService(failing: [row.path: row.error])
        let messages = try await attach("image", 1, to: service)
        try await messages.wait { messages.text(width: 200)?.contains(row.says) == true }
        let count = service.paths.count
        try await messages.choose("Send again")
        #expect(service.paths.count > count)
    }

    @Test(arguments: [("resources", "[]"), ("resources/upload", #"{"url":1}"#)])
    func `an answer of another form ends the delivery with its reason`(path: String, json: String) async throws {
        let messages = try await attach("voice", 1, to: try MessagesWebService(answers: [path: json]))
        try await messages.wait(for: "Send again")
    }

    @Test(arguments: [TemporaryFolder.absent, "/tmp", "/dev/zero"])
    func `a path that is no plain file is refused, and nothing is sent`(file: String) async throws {
        let service = try MessagesWebService(failing: ["inbox/lin": .timedOut(resolver: "messages", seconds: 3)])
        let messages = try await ModuleHarness.messages(service: service)
        try await messages.open("app://messages/write?to=wang")
        await #expect(throws: (any Error).self) {
            try await messages.choose("Send a file", filling: ["kind": "image", "file": file])
        }
        #expect(service.paths == ["inbox/lin"])
    }
}
