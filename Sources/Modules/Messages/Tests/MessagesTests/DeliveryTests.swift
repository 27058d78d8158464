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
        ("resources", .status(401), "answered 401"), ("resources/upload", .unavailable, "nothing accepts connections"),
        ("send", .status(500), "answered 500"), ("send", .late, "within 10 s"),
    ]

    @Test(arguments: failures) func `a failed step is shown without technical details and can be repeated`(
        _ row: (path: String, answer: Stub, says: String)
    ) async throws {
        let messages = try await attach("image", 1, to: [row.path: row.answer])
        try await messages.wait(for: "Failed: it was not sent")
        #expect("\(messages.log)".contains(row.says))
        #expect(messages.text(width: 200)?.contains(row.says) == false)
        let count = messages.paths.count
        try await messages.choose("Send again")
        #expect(messages.paths.count > count)
    }

    @Test(arguments: [("resources", "[]"), ("resources/upload", #"{"url":1}"#)])
    func `a delivery can be repeated after an answer of the wrong form`(path: String, json: String) async throws {
        let messages = try await attach("voice", 1, to: [path: .value(try Payload(json: Array(json.utf8)))])
        try await messages.wait(for: "Send again")
    }

    static let wrongInputs: [(form: String, values: [String: String], advice: String)] = [
        ("Write", ["text": "   "], "there is no text to send"),
        ("Send a file", ["kind": "image", "file": TemporaryFolder.absent], "is not a plain file"),
        ("Send a file", ["kind": "image", "file": "/tmp"], "is not a plain file"),
        ("Send a file", ["kind": "image", "file": "/dev/zero"], "is not a plain file"),
        ("Send a file", ["kind": "voice", "file": "/dev/null"], "is not a plain file"),
    ]

    @Test(arguments: wrongInputs) func `the view model refuses invalid input that the form allows`(
        _ row: (form: String, values: [String: String], advice: String)
    ) async throws {
        let messages = try await ModuleHarness.messages(service: ["inbox/lin": .late])
        try await messages.open("app://messages/write?to=wang")
        try await messages.choose(row.form, filling: row.values)
        #expect(messages.text(width: 200)?.contains("Not sent: ") == true)
        #expect(messages.text(width: 200)?.contains(row.advice) == true)
        #expect(messages.paths == ["inbox/lin"])
        try await messages.choose("Write", filling: ["text": "Hello"])
        try await messages.wait(for: "You: Hello")
        #expect(messages.text(width: 200)?.contains("Not sent: ") == false)
    }

    @Test(arguments: [Origin.external, .module("Rent"), .elsewhere])
    func `only a person at this host's shell can send a file, and other callers read why`(origin: Origin) async throws {
        let messages = try await ModuleHarness.messages()
        try await messages.open("app://messages/write?to=wang", origin: origin)
        #expect(messages.text(width: 200)?.contains("Files cannot be sent from here: \(MessageError.noFiles).") == true)
        await #expect(throws: HarnessError.self) { try await messages.choose("Send a file") }
        try await messages.choose("Write", filling: ["text": "Hello"])
        try await messages.wait(for: "You: Hello")
        try await messages.open("app://messages/write?to=wang")
        try await messages.choose("Send a file", filling: ["kind": "image", "file": #filePath])
        try await messages.wait(for: "You: DeliveryTests.swift (image)")
    }

    @Test func `a page without the form for files refuses a file`() async throws {
        let messages = try await ModuleHarness.messages()
        try await messages.open("app://messages/write?to=wang", origin: .elsewhere)
        let mailbox = messages.module.mailbox
        let all = try await mailbox.messages()
        let model = ConversationModel(mailbox, with: "wang", all, mayReadFiles: false)
        await model.receive(.attach(kind: .image, file: #filePath))
        #expect("\(model.content)".contains("Not sent: \(MessageError.noFiles)"))
        #expect(!messages.paths.contains("resources"))
    }

    @Test func `a file that is too large for its kind is not sent`() async throws {
        let messages = try await attach("image", 1 << 20 + 1)
        #expect(messages.text(width: 200)?.contains("Not sent: tour.bin has 1048577 bytes; send a file of") == true)
        #expect(!messages.paths.contains("resources"))
    }
}
