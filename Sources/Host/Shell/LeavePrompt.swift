/// Asks the person whether a page may be left that asks so.
struct LeavePrompt {
    let input: ShellInput

    /// Why the page stays; `nil` where the person says yes.
    func objection(_ question: String) async -> String? {
        guard input.isConversation else { return Self.unattended(question) }
        while true {
            switch await input.answer(prompt: PlainText.line("\(question) (y/n) ", limit: 500)) {
            case .line(let answer):
                switch answer.lowercased().filter({ !$0.isWhitespace }) {
                case "y", "yes": return nil
                case "n", "no": return "the page stays open, as you said; answer y to leave it"
                default: continue
                }
            case .end, .interrupted: return "nobody said whether the page may be left; answer y or n"
            }
        }
    }

    /// What is said where nobody is there to answer.
    static func unattended(_ question: String) -> String {
        "a page asks \"\(question)\" before it is left, and nobody is here to answer; leave it with "
            + HostOptions.yes.name
    }
}
