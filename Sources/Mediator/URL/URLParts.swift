/// Where the components of a URL stand in its text.
struct URLParts: Sendable {
    /// Empty where there is none; the colon is not part of it.
    var scheme = ByteRange.empty
    /// Empty where there is none.
    var authority = ByteRange.empty
    /// Without the authority.
    var path = ByteRange.empty
    var query = ByteRange.empty
    var fragment = ByteRange.empty
    var hasFragment = false
    /// Whether the scheme is `http` or `https`, so that the authority is a host.
    var isWeb = false
    /// Whether there is a `%` anywhere.
    var hasEscapes = false

    /// The path with an authority that is its first segment.
    var wholePath: ByteRange {
        isWeb || authority.count == 0 ? path : ByteRange(authority.lowerBound, path.upperBound)
    }
}
