/// How far something has come.
public struct ProgressBar: PageContent, Styled, Sendable, Equatable, Codable {
    /// What it is that goes on.
    public var title: String
    /// The part that is done, from 0 to 1, or `nil` where nobody knows; what lies outside is taken for the nearer end,
    /// and what is no number for `nil`.
    public var fraction: Double? {
        didSet { if fraction?.isNaN == true { fraction = nil } }
    }
    /// How it looks.
    public var style: Style?

    /// Describes progress; a fraction that is not a number is one that nobody knows.
    public init(_ title: String, fraction: Double? = nil) {
        self.title = title
        self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
    }

    /// The progress as an element.
    public var elements: [PageElement] { [.progress(self)] }
}
