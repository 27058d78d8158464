/// One element of a page.
///
/// A later version may add kinds; a `switch` outside of the SDK has an `@unknown default`.
public enum PageElement: Sendable, Equatable {
    /// A line that names what follows.
    case heading(Heading)
    /// A paragraph.
    case text(Text)
    /// A name and its value.
    case field(Field)
    /// A way to another URL.
    case link(Link)
    /// An image, in words.
    case image(Image)
    /// Items one below the other.
    case list(List)
    /// Rows and columns.
    case table(Table)
    /// Values that the person fills in.
    case form(Form)
    /// How far something has come.
    case progress(ProgressBar)
    /// Something to do.
    case action(Action)
    /// A part of the page that is arranged, loaded and answered by itself.
    case container(Container)
    /// An element of a kind that this version does not know.
    case unknown(UnknownElement)
}
