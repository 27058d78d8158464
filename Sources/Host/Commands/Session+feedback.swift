@_spi(Host) import ModuleKit

extension Session {
    /// Writes feedback for programs; people have seen the page. A refusal is a failure.
    func report(_ feedback: Feedback, url: String?) throws(Failure) {
        if case .refused(let reason) = feedback.outcome {
            throw Failure(
                code: "refused", message: "not done: \(reason)", exitCode: .refused, url: url.map(mediator.shown))
        }
        if console.format == .json {
            try console.show("feedback", feedback, text: "")
        } else if feedback.outcome == .done || feedback.outcome == .suppressed {
            let text = feedback.outcome == .done ? "done" : "not done again: it was opened a moment ago"
            try console.show("feedback", feedback, text: text)
        }
    }
}
