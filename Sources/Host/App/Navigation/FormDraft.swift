@_spi(Host) import ModuleKit

/// The form that the user has filled in but not sent. After a failed call, the user gets it again with the typed
/// values. Also records the page whose form has started automatically, because a form does that only once.
struct FormDraft {
    /// The form that was filled in but not sent, its page, and the form with the typed values as initial values.
    private var unsent: (form: Form, page: UInt64, typed: Form)?
    /// The page whose form last started automatically.
    private var begun: UInt64?

    /// Keeps the typed values of a form until its call succeeds. If `typed` is `nil`, drops the kept values.
    mutating func keep(_ typed: Form?, for form: Form, on page: StackEntry) {
        unsent = typed.map { (form, page.identity, $0) }
    }

    /// Returns the form for the prompt. After a failed call, it contains the values that were typed before.
    func asked(_ form: Form, on page: StackEntry) -> Form {
        guard let unsent, unsent.form == form, unsent.page == page.identity else { return form }
        return unsent.typed
    }

    /// Returns whether the form of a page starts automatically: only at the first call for the page.
    mutating func begins(on page: StackEntry) -> Bool {
        defer { begun = page.identity }
        return begun != page.identity
    }
}
