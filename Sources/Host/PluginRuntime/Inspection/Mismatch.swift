/// One thing in which a file differs from what the host can load.
struct Mismatch: Sendable, Equatable {
    /// What a mismatch is about, as a listing names it.
    enum Field: String, Sendable {
        case access = "access"
        case kind = "kind"
        case content = "content"
        case elfClass = "class"
        case byteOrder = "byte order"
        case machine = "machine"
        case type = "type"
        case entryPoint = "entry"
        case contract = "contract"
        case sdk = "SDK"
        case toolchain = "toolchain"
    }

    let field: Field
    let found: String
    let expected: String
    /// What the person can do.
    let remedy: String

    init(_ field: Field, found: String, expected: String, remedy: String) {
        self.field = field
        self.found = found
        self.expected = expected
        self.remedy = remedy
    }

    /// `found …, expected …`.
    var text: String {
        field == .contract ? "found \(found), this host speaks \(expected)" : "found \(found), expected \(expected)"
    }
}
