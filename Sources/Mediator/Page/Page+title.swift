extension Page {
    /// Describes a page with nothing but a title.
    public init(_ title: String) { self.init(title) {} }
}
