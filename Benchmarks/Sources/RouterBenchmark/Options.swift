/// What the command line asks for.
struct Options {
    private(set) var httprouter = ""
    private(set) var swift = "unknown"
    private(set) var rounds = 7
    private(set) var style = Table.Style.terminal
    /// Whether only whole requests are measured, and no router.
    private(set) var measuresRequestsOnly = false

    /// - Throws: `OptionError` for what it does not know.
    init(_ arguments: [String]) throws(OptionError) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch name {
            case "--markdown": style = .markdown
            case "--requests-only": measuresRequestsOnly = true
            case "--httprouter": httprouter = try Self.value(of: name, &rest)
            case "--swift": swift = try Self.value(of: name, &rest)
            case "--rounds":
                let text = try Self.value(of: name, &rest)
                guard let number = Int(text), number >= 5 else { throw .tooFewRounds(found: text) }
                rounds = number
            default: throw .unknown(name)
            }
        }
        guard !httprouter.isEmpty else { throw .missing("--httprouter") }
    }

    private static func value(of name: String, _ rest: inout ArraySlice<String>) throws(OptionError) -> String {
        guard let value = rest.popFirst() else { throw .missing(name) }
        return value
    }
}

/// What is wrong with the command line.
enum OptionError: Error, CustomStringConvertible {
    case unknown(String)
    case missing(String)
    case tooFewRounds(found: String)

    var description: String {
        switch self {
        case .unknown(let name): "unknown option \(name); there are --markdown, --requests-only and --rounds NUMBER"
        case .missing(let name): "\(name) needs a value; start the benchmark by `make bench`"
        case .tooFewRounds(let found): "--rounds \(found) is too few to tell noise from a figure; give 5 or more"
        }
    }
}
