extension Layoutable where Self == Layout {
    /// One part beside the other, as far as there is room.
    public static var sideBySide: Layout {
        var layout = Layout()
        layout.axis = .horizontal
        return layout
    }

    /// Set off from the leading edge.
    public static func indented(by columns: Int) -> Layout {
        var layout = Layout()
        layout.indent = columns
        return layout
    }

    /// In the middle.
    public static var centered: Layout {
        var layout = Layout()
        layout.alignment = .center
        return layout
    }
}
