/// Values that the person fills in, and where they go: a call of a URL, or a signal.
///
/// ```swift
/// Form("Log in", calling: "app://account/login", fields: [.choice("user", "Who are you?", users), .secret("password")])
/// ```
public struct Form: PageContent, Sendable, Equatable {
    /// What the person reads on top, and where the values are sent.
    public var title: String
    /// The URL that is called with the values as its body, if one is.
    public var url: String?
    /// The name under which the callback around the form is given the values, if no URL is called.
    public var signal: String?
    /// What is asked, in order.
    public var fields: [Field]
    /// What happens after the call.
    public var completion: Completion?

    /// Describes a form that is a call.
    public init(_ title: String, calling url: String, fields: [Field]) {
        self.title = title
        self.url = url
        self.fields = fields
    }

    /// Describes a form that is a signal: an object with the values under the name, which is how a case of an enumeration
    /// with labelled values is decoded.
    public init(_ title: String, throwing signal: String, fields: [Field]) {
        self.title = title
        self.signal = signal
        self.fields = fields
    }

    /// The form as an element.
    public var elements: [PageElement] { [.form(self)] }
}
