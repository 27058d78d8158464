import ModuleKit
import Testing

@testable import Messages

@Suite struct `The page to write from` {
    @Test(arguments: ["zhou", "王阿姨", "a b&c=d", "50%+1", "x#y?z/../w"])
    func `following a text's link sends it and shows the conversation`(partner: String) async throws {
        let messages = try await ModuleHarness.messages()
        try await messages.open(MessagesModule.url(with: partner), origin: .external)
        let page = try #require(messages.page)
        #expect(page.title == partner)
        let text = try #require(page.links.first)
        let feedback = try await messages.open(text.url)
        #expect(feedback.stack.last?.url == MessagesModule.url(with: partner))
        try await messages.wait(for: "You: \(text.title)")
        #expect(messages.paths.filter { $0 == "send" }.count == 1)
    }

    @Test func `two taps on a link send once`() async throws {
        let messages = try await ModuleHarness.messages()
        let url = "app://messages/write/send?to=zhou&text=Hello"
        async let first = messages.open(url)
        async let second = messages.open(url)
        let outcomes = try await [first.outcome, second.outcome]
        #expect(outcomes.contains(.suppressed))
        #expect(messages.paths.filter { $0 == "send" }.count == 1)
    }

    @Test func `a tap on a link half a second after the last one sends again`() async throws {
        let messages = try await ModuleHarness.messages()
        let url = "app://messages/write/send?to=zhou&text=Hello"
        try await messages.open(url)
        messages.advance(by: .milliseconds(500))
        #expect(try await messages.open(url).outcome == .shown)
        #expect(messages.paths.filter { $0 == "send" }.count == 2)
    }

    @Test func `an earlier URL of the conversation leads to it`() async throws {
        let messages = try await ModuleHarness.messages()
        try await messages.open("app://messages/conversation/wang")
        #expect(messages.page?.title == "wang")
    }

    @Test(arguments: ["app://messages/write", "app://messages/write/send?text=Hello"])
    func `a link without a recipient is refused with the parameter's name`(url: String) async throws {
        let messages = try await ModuleHarness.messages()
        let fault = ParameterError.missing(name: "to", expected: "String")
        await #expect(throws: ParametersError([fault])) { try await messages.open(url) }
    }

    @Test(arguments: [
        ("app://messages/write?to=", MessageError.noRecipient), ("app://messages/write?to=%20", .noRecipient),
        ("app://messages/write/send?to=&text=Hello", .noRecipient),
        ("app://messages/write/send?to=wang&text=", .empty(.text)),
        ("app://messages/write/send?to=wang", .empty(.text)),
    ])
    func `an impossible draft is refused`(url: String, expected: MessageError) async throws {
        let messages = try await ModuleHarness.messages()
        await #expect(throws: expected) { try await messages.open(url) }
        #expect(messages.commands.isEmpty)
    }

    @Test func `a link from outside opens the page, but sends nothing`() async throws {
        let messages = try await ModuleHarness.messages()
        let error = await #expect(throws: RequestError.self) {
            try await messages.open("app://messages/write/send?to=wang&text=Hello", origin: .external)
        }
        guard case .accessDenied(_, _, "Messages", .modules, .external) = error else { throw try #require(error) }
        #expect(messages.paths.isEmpty)
    }
}
