/// Leads an old path to where its content is now, without code: `Rewrite("/home/:id", to: "/rent/:id")`.
///
/// Rewrites are applied before the look-up, to the URLs of all callers, and are applied again to what they give. The
/// query and the fragment stay; a parameter that the target does not name joins the query.
public struct Rewrite: Sendable {
    /// The pattern of the old URLs.
    public let pattern: String
    /// The pattern that takes the same parameters.
    public let target: String
    /// From when on nobody should use the old URL any more, as a date for people such as `2026-12-31`.
    public private(set) var deprecation: String?
    /// Where it was declared.
    public let location: SourceLocation

    /// Declares a rewrite.
    public init(_ pattern: String, to target: String, fileID: String = #fileID, line: Int = #line) {
        self.pattern = pattern
        self.target = target
        location = SourceLocation(fileID: fileID, line: line)
    }

    /// The same with the day from which on nobody should use the old URL.
    public func deprecated(from date: String) -> Rewrite {
        var rewrite = self
        rewrite.deprecation = date
        return rewrite
    }
}
