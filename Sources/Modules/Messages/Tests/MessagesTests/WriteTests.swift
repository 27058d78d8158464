import ModuleTesting
import TestSupport
import Testing

@testable import Messages

@Suite(.timeLimit(.minutes(2))) struct `The page for writing` {
    @Test(arguments: ["zhou", "王阿姨", "a b&c=d", "50%+1", "x#y?z/../w"])
    func `choosing a text sends it and shows the conversation`(partner: String) async throws {
        let messages = try await ModuleHarness.messages()
        try await messages.open(MessagesModule.url(with: partner), origin: .external)
        let page = try #require(messages.page)
        #expect(page.title == partner)
        let actions = page.elements.compactMap { if case .action(let action) = $0 { action.title } else { nil } }
        let text = try #require(actions.first)
        try await messages.choose(text)
        #expect(messages.page?.title == partner)
        try await messages.wait(for: "You: \(text)")
        #expect(messages.paths.filter { $0 == "send" }.count == 1)
    }

    @Test func `two taps on a text send one message`() async throws {
        let (gate, isUnderWay) = (TaskGate(), Live(false))
        let slow = Stub.handler(.call) { _ in
            isUnderWay.value = true
            await gate.pass()
            return .value(Payload(true))
        }
        let messages = try await ModuleHarness.messages(service: ["send": slow])
        let url = "app://messages/send?to=zhou&text=Hello"
        async let first = messages.call(RouteURL(url), as: Payload.self)
        try await messages.wait { isUnderWay.value }
        await #expect(throws: MessageError.underWay) { try await messages.call(RouteURL(url), as: Payload.self) }
        gate.open()
        _ = try await first
        #expect(messages.paths.filter { $0 == "send" }.count == 1)
    }

    @Test func `a sent text is not offered again`() async throws {
        let messages = try await ModuleHarness.messages()
        try await messages.open("app://messages/write?to=zhou")
        try await messages.choose("Hello, is the home still free?")
        await #expect(throws: HarnessError.self) { try await messages.choose("Hello, is the home still free?") }
        #expect(messages.paths.filter { $0 == "send" }.count == 1)
    }

    @Test func `no page of the module has a link that sends`() async throws {
        let messages = try await ModuleHarness.messages()
        for url in ["app://messages/inbox", "app://messages/write?to=zhou"] {
            try await messages.open(RouteURL(url))
            for link in messages.page?.links ?? [] { try await messages.open(link.url) }
        }
        #expect(!messages.paths.contains("send"))
    }

    @Test func `an earlier URL of a conversation opens it`() async throws {
        let messages = try await ModuleHarness.messages()
        try await messages.open("app://messages/conversation/wang")
        #expect(messages.page?.title == "wang")
    }

    @Test(arguments: [("app://messages/write", Request.Verb.open), ("app://messages/send?text=Hello", .call)])
    func `a URL without a recipient is refused with the parameter's name`(url: String, verb: Request.Verb) async throws
    {
        let messages = try await ModuleHarness.messages()
        let fault = ParameterError.missing(name: "to", expected: "String")
        await #expect(throws: ParametersError([fault])) { try await messages.ask(url, verb) }
    }

    @Test(arguments: [
        ("app://messages/write?to=", Request.Verb.open, MessageError.noRecipient),
        ("app://messages/write?to=%20", .open, .noRecipient),
        ("app://messages/send?to=&text=Hello", .call, .noRecipient),
        ("app://messages/send?to=wang&text=", .call, .empty(.text)),
        ("app://messages/send?to=wang", .call, .empty(.text)),
    ])
    func `an incomplete draft is refused`(url: String, verb: Request.Verb, expected: MessageError) async throws {
        let messages = try await ModuleHarness.messages()
        await #expect(throws: expected) { try await messages.ask(url, verb) }
        #expect(messages.commands.isEmpty)
    }

    @Test func `an external caller cannot send by a URL`() async throws {
        let messages = try await ModuleHarness.messages()
        let error = await #expect(throws: RequestError.self) {
            try await messages.call("app://messages/send?to=wang&text=Hello", as: Payload.self, origin: .external)
        }
        #expect(error?.code == .accessDenied)
        #expect(messages.paths.isEmpty)
    }
}

extension ModuleHarness {
    fileprivate func ask(_ url: String, _ verb: Request.Verb) async throws {
        if verb == .open { try await open(RouteURL(url)) } else { _ = try await call(RouteURL(url), as: Payload.self) }
    }
}
