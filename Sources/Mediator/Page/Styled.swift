/// What is shown in a style.
public protocol Styled {
    /// The style, or `nil` for the one that its kind has by itself.
    var style: Style? { get set }
}

extension Styled {
    /// The same in another style.
    ///
    /// ```swift
    /// Text("Only today").with(style: .warning)
    /// ```
    public func with(style: Style) -> Self {
        var styled = self
        styled.style = style
        return styled
    }
}
