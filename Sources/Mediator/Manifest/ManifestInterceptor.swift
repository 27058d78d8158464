/// An interceptor as its module declares it, without what it does.
@_spi(Host) public struct ManifestInterceptor: Sendable, Equatable, Codable {
    /// Its name within its module.
    public let name: String
    /// The patterns of its URLs; none stands for every URL.
    public let patterns: [String]
    let before: [String]
    let after: [String]
    let fileID: String
    let line: Int

    init(_ interceptor: Interceptor) {
        name = interceptor.name
        patterns = interceptor.patterns
        before = interceptor.before
        after = interceptor.after
        fileID = interceptor.location.fileID
        line = interceptor.location.line
    }

    /// The interceptor as it stands in a list that is only looked at.
    var outline: Interceptor {
        Interceptor(name, on: patterns, before: before, after: after, fileID: fileID, line: line)
    }
}
