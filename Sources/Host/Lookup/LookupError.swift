import ModuleKit

/// Why a remote that was asked for cannot be used.
enum LookupError: Error, Sendable, Equatable {
    /// The text is not the address of an HTTP service.
    case invalidEndpoint(String)
    /// The address is neither https nor of this machine.
    case insecure(endpoint: String)
    /// The file of a table cannot be read.
    case unreadableTable(file: String, reason: String)
    /// The text is not JSON, or not a table.
    case invalidTable(file: String, reason: String)
    /// The JSON names remotes and is no list of them.
    case invalidList(file: String, reason: String)
    /// The table is in a format of another major version.
    case unknownFormat(file: String, found: String)
    /// A pattern of the table is not in the routing language.
    case invalidPattern(file: String, pattern: String, reason: RoutePatternError)
    /// A prefix in a list of remotes is no URL to begin with.
    case invalidPrefix(file: String, prefix: String)
    /// Two patterns of the table match the same URLs.
    case sameShape(file: String, pattern: String, other: String)
}

extension LookupError: CustomStringConvertible {
    /// A sentence that says what is wrong, where, and what to do.
    var description: String {
        switch self {
        case .invalidEndpoint(let text):
            "\"\(text)\" is not an http or https address; write one such as https://lookup.example.com/resolve, "
                + "or the path of a table"
        case .insecure(let endpoint):
            "\(endpoint) would be asked over plain http, where anybody on the way may read and change the answer; "
                + "write https, or add --allow-insecure"
        case .unreadableTable(let file, let reason):
            "the remote table \(file) cannot be read: \(reason); name a JSON file, or an http or https address"
        case .invalidTable(let file, let reason):
            "the remote table \(file) is not a table: \(reason); write \(Self.example)"
        case .invalidList(let file, let reason):
            "\(file) is not a list of remotes: \(reason); write \(Self.list)"
        case .unknownFormat(let file, let found):
            "the remote table \(file) has the format_version \(found), expected \(LookupTableDocument.currentVersion); "
                + "write \(Self.example)"
        case .invalidPattern(let file, let pattern, let reason):
            "the pattern \"\(pattern)\" of the remote table \(file) cannot be used: \(reason)"
        case .invalidPrefix(let file, let prefix):
            "the prefix \"\(prefix)\" in \(file) cannot be used; write the beginning of URLs, such as app://shop"
        case .sameShape(let file, let pattern, let other):
            "the patterns \(other) and \(pattern) of the remote table \(file) match the same URLs; remove one of them"
        }
    }

    private static let list =
        #"{"format_version":"\#(LookupTableDocument.currentVersion)","remotes":[{"remote":"https://lookup.example.com"}]}"#

    private static let example =
        #"{"format_version":"\#(LookupTableDocument.currentVersion)","answers":[{"pattern":"app://old","#
        + #""answer":{"kind":"redirect","url":"app://new"}}]}"#
}
