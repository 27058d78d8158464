extension Page {
    /// The same page, which asks the person before it leaves the stack without a value: an unsaved form, for instance.
    ///
    /// ```swift
    /// Page("Write a message") { … }.asking("Your message was not sent. Leave it?")
    /// ```
    ///
    /// A page that is covered stays and does not ask. Where nobody can be asked, the page stays and the command that would
    /// take it off is refused; `unasked()` commands go ahead.
    public func asking(_ question: String) -> Page {
        var page = self
        page.leaveQuestion = question
        return page
    }
}
