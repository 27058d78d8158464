import Synchronization

/// The prompt at which a person is awaited, which is shown again behind whatever is written meanwhile.
final class ShownPrompt: Sendable {
    private let text = Mutex<String?>(nil)

    /// Notes the prompt; `nil` where nobody is awaited any more.
    func note(_ prompt: String?) { text.withLock { $0 = prompt } }

    /// A text in rows of its own, with the prompt behind it; `nil` where nobody is awaited.
    ///
    /// What was typed so far stays in the row above, and is read with what follows.
    func around(_ text: String) -> String? { self.text.withLock(\.self).map { "\n\(text)\($0)" } }
}
