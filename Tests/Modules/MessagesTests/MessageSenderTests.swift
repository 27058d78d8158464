import Synchronization
import Testing

@testable import Messages

struct MessageSenderTests {
    static let url = "https://media.example.com/7"

    static let rows: [(draft: Draft, steps: [String], receipt: Receipt)] = [
        (Draft(to: "wang", text: "Hello"), ["send"], Receipt(id: 1, kind: .text, url: nil)),
        (
            Draft(to: "wang", image: .sized(1)), ["apply", "upload 0..<1", "send"],
            Receipt(id: 1, kind: .image, url: url)
        ),
        (
            Draft(to: "wang", text: "", voice: .sized(65_536)), ["apply", "upload 0..<65536", "send"],
            Receipt(id: 1, kind: .voice, url: url)
        ),
        (
            Draft(to: "wang", video: .sized(131_073)),
            ["apply", "upload 0..<65536", "upload 65536..<131072", "upload 131072..<131073", "send"],
            Receipt(id: 1, kind: .video, url: url)
        ),
    ]

    @Test(arguments: rows) func `each kind of message takes its own steps`(
        _ row: (draft: Draft, steps: [String], receipt: Receipt)
    ) async throws {
        let service = RecordingService()
        let receipt = try await MessageSender(to: service).send(row.draft)
        #expect(await service.steps == row.steps)
        #expect(receipt == row.receipt)
    }

    @Test func `each step is reported when it begins, and each part with its share`() async throws {
        let reports = Mutex<[MessageSender.Step]>([])
        _ = try await MessageSender(to: RecordingService()).send(Draft(to: "wang", image: .sized(131_072))) { step in
            reports.withLock { $0.append(step) }
        }
        #expect(
            reports.withLock(\.self) == [.applying, .uploading(0), .uploading(0.5), .uploading(1), .sending])
    }

    static let failures: [(step: String, expected: [String])] = [
        ("apply", ["apply"]), ("upload 0..<1", ["apply", "upload 0..<1"]),
        ("send", ["apply", "upload 0..<1", "send"]),
    ]

    @Test(arguments: failures) func `a step that fails is the last one`(_ row: (step: String, expected: [String])) async
    {
        let service = RecordingService(failingAt: row.step)
        await #expect(throws: RecordingService.Failure()) {
            try await MessageSender(to: service).send(Draft(to: "wang", image: .sized(1)))
        }
        #expect(await service.steps == row.expected)
    }

    static let refusals: [(draft: Draft, error: MessageError)] = [
        (Draft(to: "", text: "Hello"), .noRecipient), (Draft(to: "wang"), .nothingToSend),
        (Draft(to: "wang", text: "Hello", image: .sized(1)), .severalKinds([.text, .image])),
        (Draft(to: "wang", voice: .sized(1), video: .sized(1)), .severalKinds([.voice, .video])),
        (Draft(to: "wang", voice: .sized(0)), .empty(.voice, name: "cat.png")),
        (
            Draft(to: "wang", image: .sized(1_048_577)),
            .tooLarge(.image, name: "cat.png", found: 1_048_577, limit: 1_048_576)
        ),
    ]

    @Test(arguments: refusals) func `a draft that cannot be sent takes no step`(
        _ row: (draft: Draft, error: MessageError)
    ) async {
        let service = RecordingService()
        await #expect(throws: row.error) { try await MessageSender(to: service).send(row.draft) }
        #expect(await service.steps.isEmpty)
    }

    @Test func `a strategy refuses a draft that it is not for`() async {
        let service = RecordingService()
        let strategies: [any MessageStrategy] = [
            TextStrategy(service: service), MediaStrategy(kind: .voice, service: service),
        ]
        for strategy in strategies {
            await #expect(throws: MessageError.nothingToSend) {
                try await strategy.send(Draft(to: "wang", image: .sized(1))) { _ in }
            }
        }
        #expect(await service.steps.isEmpty)
    }

    @Test func `a sender without strategies sends nothing`() async {
        await #expect(throws: MessageError.nothingToSend) {
            try await MessageSender(strategies: []).send(Draft(to: "wang", text: "Hello"))
        }
    }
}
