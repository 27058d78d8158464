import ModuleKit

extension Page {
    /// A choice of texts, each of which is sent by following its link.
    static func write(to recipient: String, texts: [String] = exampleTexts) -> Page {
        Page("Write to \(recipient)") {
            Text("Choose what to say; it is sent at once.")
            for text in texts {
                Link(
                    text,
                    to: "app://messages/write/send?to=\(recipient.queryEncoded)&text=\(text.queryEncoded)")
            }
            Link("Inbox", to: "app://messages/inbox")
        }
    }

    private static let exampleTexts = [
        "Hello, is the home still free?",
        "May I come and see it on Saturday?",
        "你好，请问可以养猫吗？",
    ]
}
