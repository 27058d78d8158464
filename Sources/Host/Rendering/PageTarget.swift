import ModuleKit

/// What a number on a page leads to.
enum PageTarget: Sendable, Equatable {
    /// A URL to open.
    case open(url: String)
    /// A URL to call, or a signal to give.
    case action(Action, callback: Callback?)
    /// Values to ask for, and then what an action does.
    case form(Form, callback: Callback?)
}
