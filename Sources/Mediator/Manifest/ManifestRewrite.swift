/// A rewrite as its module declares it.
@_spi(Host) public struct ManifestRewrite: Sendable, Equatable, Codable {
    let pattern: String
    let target: String
    let deprecation: String?
    let fileID: String
    let line: Int

    init(_ rewrite: Rewrite) {
        pattern = rewrite.pattern
        target = rewrite.target
        deprecation = rewrite.deprecation
        fileID = rewrite.location.fileID
        line = rewrite.location.line
    }

    /// The rewrite itself.
    var rewrite: Rewrite {
        let rewrite = Rewrite(pattern, to: target, fileID: fileID, line: line)
        return deprecation.map(rewrite.deprecated) ?? rewrite
    }
}
