import ModuleKit
import Testing

@testable import Messages

struct WriteTests {
    @Test(arguments: ["wang", "王阿姨", "a b&c=d", "50%+1", "x#y?z/../w"])
    func `following a text's link sends it to the recipient and shows the receipt`(recipient: String) async throws {
        let messages = try await ModuleHarness.messages()
        try await messages.open("app://messages/write?to=\(recipient.queryEncoded)", origin: .external)
        let page = try #require(messages.page)
        #expect(page.title == "Write to \(recipient)")
        let text = try #require(page.links.first)
        let feedback = try await messages.open(text.url)
        #expect(feedback.stack.last?.url == "app://messages/receipt/1")
        #expect(messages.page?.elements.first == .field(Field("To", recipient)))
        #expect(messages.page?.elements.contains(.field(Field("Text", text.title))) == true)
    }

    @Test func `every example text can be sent`() async throws {
        let messages = try await ModuleHarness.messages()
        try await messages.open("app://messages/write?to=wang")
        let links = try #require(messages.page).links.filter { $0.url.contains("/send?") }
        #expect(links.count == 3)
        for (index, link) in links.enumerated() {
            try await messages.open(link.url)
            #expect(messages.page?.title == "Message \(index + 1) was sent")
        }
    }

    @Test func `showing a receipt again sends nothing again`() async throws {
        let messages = try await ModuleHarness.messages()
        let feedback = try await messages.open("app://messages/write/send?to=wang&text=Hello")
        try await messages.open(try #require(feedback.stack.last).url)
        await #expect(throws: MessageError.unknownMessage(2)) { try await messages.open("app://messages/receipt/2") }
    }

    @Test(arguments: ["app://messages/write", "app://messages/write/send?text=Hello"])
    func `a link without a recipient is refused with the parameter's name`(url: String) async throws {
        let messages = try await ModuleHarness.messages()
        let fault = ParameterError.missing(name: "to", expected: "String")
        await #expect(throws: ParametersError([fault])) { try await messages.open(url) }
        #expect(messages.commands.isEmpty)
    }

    @Test(arguments: [
        ("app://messages/write?to=", MessageError.noRecipient),
        ("app://messages/write?to=%20", .noRecipient),
        ("app://messages/write/send?to=&text=Hello", .noRecipient),
        ("app://messages/write/send?to=wang&text=", .nothingToSend),
        ("app://messages/receipt/1", .unknownMessage(1)),
        ("app://messages/receipt/-1", .unknownMessage(-1)),
    ])
    func `an impossible draft is refused`(url: String, expected: MessageError) async throws {
        let messages = try await ModuleHarness.messages()
        await #expect(throws: expected) { try await messages.open(url) }
        #expect(messages.commands.isEmpty)
    }

    @Test func `a link without a text is refused with the parameter's name`() async throws {
        let messages = try await ModuleHarness.messages()
        await #expect(throws: ParametersError([.missing(name: "text", expected: "String")])) {
            try await messages.open("app://messages/write/send?to=wang")
        }
    }

    @Test func `a message whose number is none is refused`() async throws {
        let messages = try await ModuleHarness.messages()
        await #expect(throws: ParametersError([.mistyped(name: "id", found: "first", expected: "Int")])) {
            try await messages.open("app://messages/receipt/first")
        }
    }

    @Test func `a link from outside opens the page, but sends nothing`() async throws {
        let messages = try await ModuleHarness.messages()
        let error = await #expect(throws: RequestError.self) {
            try await messages.open("app://messages/write/send?to=wang&text=Hello", origin: .external)
        }
        guard case .accessDenied(_, _, "Messages", .modules, .external) = error else {
            Issue.record("expected accessDenied, found \(String(describing: error))")
            return
        }
        await #expect(throws: MessageError.unknownMessage(1)) { try await messages.open("app://messages/receipt/1") }
    }
}
