@_spi(Host) import ModuleKit

/// The form that a person has begun: it is asked for again with the typed values after a failed call, and it begins by
/// itself once for each page.
struct FormDraft {
    /// The form that was filled in and is not sent yet, its page, and the form with the typed values as its initial
    /// ones.
    private var unsent: (form: Form, page: UInt64, typed: Form)?
    /// The page whose form was begun by itself.
    private var begun: UInt64?

    /// Keeps the typed values of a form until its call succeeds; `nil` drops them.
    mutating func keep(_ typed: Form?, for form: Form, on page: StackEntry) {
        unsent = typed.map { (form, page.identity, $0) }
    }

    /// Returns a form of a page as it is asked for: after a failed call with the values that were typed before.
    func asked(_ form: Form, on page: StackEntry) -> Form {
        guard let unsent, unsent.form == form, unsent.page == page.identity else { return form }
        return unsent.typed
    }

    /// Returns whether the form of a page begins by itself now, and not for the second time.
    mutating func begins(on page: StackEntry) -> Bool {
        defer { begun = page.identity }
        return begun != page.identity
    }
}
