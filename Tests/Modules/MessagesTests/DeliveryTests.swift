import Foundation
import ModuleTesting
import TestSupport
import Testing

@testable import Messages

@Suite(.timeLimit(.minutes(2))) struct `The delivery of a file` {
    private func attach(
        _ kind: String, _ bytes: Int, to service: [String: Stub] = [:]
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
        let messages = try await attach(kind, size)
        try await messages.wait(for: "You: tour.bin (\(kind))")
        #expect(Array(messages.paths.drop { $0 != "resources" }) == ["resources", "resources/upload", "send"])
    }

    static let failures: [(path: String, answer: Stub, says: String)] = [
        ("resources", .status(401), "status 401"), ("resources/upload", .unavailable, "nothing accepts connections"),
        ("send", .status(500), "status 500"), ("send", .late, "within 10 s"),
    ]

    @Test(arguments: failures) func `a step that fails is shown with its reason, and can be repeated`(
        _ row: (path: String, answer: Stub, says: String)
    ) async throws {
        let messages = try await attach("image", 1, to: [row.path: row.answer])
        try await messages.wait { messages.text(width: 200)?.contains(row.says) == true }
        let count = messages.paths.count
        try await messages.choose("Send again")
        #expect(messages.paths.count > count)
    }

    @Test(arguments: [("resources", "[]"), ("resources/upload", #"{"url":1}"#)])
    func `an answer of another form ends the delivery with its reason`(path: String, json: String) async throws {
        let messages = try await attach("voice", 1, to: [path: .value(try Payload(json: Array(json.utf8)))])
        try await messages.wait(for: "Send again")
    }

    @Test(arguments: [TemporaryFolder.absent, "/tmp", "/dev/zero"])
    func `a path that is no plain file is refused, and nothing is sent`(file: String) async throws {
        let messages = try await ModuleHarness.messages(service: ["inbox/lin": .late])
        try await messages.open("app://messages/write?to=wang")
        await #expect(throws: (any Error).self) {
            try await messages.choose("Send a file", filling: ["kind": "image", "file": file])
        }
        #expect(messages.paths == ["inbox/lin"])
    }
}
