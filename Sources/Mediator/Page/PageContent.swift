/// What may stand in a page's builder.
public protocol PageContent {
    /// The elements that it stands for.
    var elements: [PageElement] { get }
}

extension PageContent {
    /// The same after a change, for a chain that sets what no initialiser takes.
    ///
    /// ```swift
    /// Image("The kitchen", at: url).then { $0.style = .secondary }
    /// ```
    public func then(_ change: (inout Self) -> Void) -> Self {
        var changed = self
        change(&changed)
        return changed
    }

    /// The same, arranged as a layout says.
    ///
    /// ```swift
    /// Text("Only today").with(style: .warning).makeLayout(.indented(by: 4))
    /// ```
    public func makeLayout(_ layout: some Layoutable) -> Container {
        Container { self }.then { $0.layout = layout.layout }
    }
}

extension PageElement: PageContent {
    /// The element alone.
    public var elements: [PageElement] { [self] }
}
