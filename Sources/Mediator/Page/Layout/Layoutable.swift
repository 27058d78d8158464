/// A layout that is written once, named, and used by many pages.
///
/// ```swift
/// struct PhotoBesideText: Layoutable {
///     let width: Int
///     var layout: Layout {
///         var layout = Layout.sideBySide
///         layout.width = width
///         return layout
///     }
/// }
///
/// Container { Image("The kitchen", at: url); Text(home.description) }.makeLayout(PhotoBesideText(width: 60))
/// ```
public protocol Layoutable: Sendable {
    /// What it arranges, as a value.
    var layout: Layout { get }
}
