import Tables

/// The options of the command line.
struct Options {
    private(set) var httprouter = ""
    private(set) var swift = "unknown"
    private(set) var rounds = 7
    private(set) var style = TextTable.Style.terminal
    /// Whether only whole requests are measured, and routers are not.
    private(set) var measuresRequestsOnly = false
    /// Whether only the growth of costs is measured.
    private(set) var measuresGrowthOnly = false
    /// Whether only the names of the requests for `--only` are printed.
    private(set) var printsNamesOnly = false
    /// The only request that is made, without measuring time, and its number of repetitions.
    private(set) var only: (name: String, count: Int)?

    /// - Throws: `OptionError` if an option is unknown, or a value is missing or invalid.
    init(_ arguments: [String]) throws(OptionError) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch name {
            case "--markdown": style = .markdown
            case "--requests": measuresRequestsOnly = true
            case "--growth": measuresGrowthOnly = true
            case "--names": printsNamesOnly = true
            case "--only": only = (try Self.value(of: name, &rest), only?.count ?? 1)
            case "--count":
                let text = try Self.value(of: name, &rest)
                guard let count = Int(text), count > 0 else { throw .notACount(found: text) }
                only = (only?.name ?? "", count)
            case "--httprouter": httprouter = try Self.value(of: name, &rest)
            case "--swift": swift = try Self.value(of: name, &rest)
            case "--rounds":
                let text = try Self.value(of: name, &rest)
                guard let number = Int(text), number >= 5 else { throw .tooFewRounds(found: text) }
                rounds = number
            default: throw .unknown(name)
            }
        }
        let comparesRouters = !(measuresRequestsOnly || measuresGrowthOnly || printsNamesOnly || only != nil)
        guard !comparesRouters || !httprouter.isEmpty else { throw .missing("--httprouter") }
    }

    private static func value(of name: String, _ rest: inout ArraySlice<String>) throws(OptionError) -> String {
        guard let value = rest.popFirst() else { throw .missing(name) }
        return value
    }
}

/// A fault of the command line.
enum OptionError: Error, CustomStringConvertible {
    case unknown(String)
    case missing(String)
    case tooFewRounds(found: String)
    case notACount(found: String)
    case unknownContestant(String, known: [String])

    var description: String {
        switch self {
        case .unknown(let name):
            "unknown option \(name); there are --markdown, --requests, --growth, --rounds NUMBER, --names and "
                + "--only NAME --count NUMBER"
        case .missing(let name): "\(name) needs a value; start the benchmark by `make bench`"
        case .tooFewRounds(let found): "--rounds \(found) is too few to tell noise from a figure; give 5 or more"
        case .notACount(let found): "--count \(found) is no number of requests; give 1 or more"
        case .unknownContestant(let name, let known): "no request \(name); there are \(known.joined(separator: "; "))"
        }
    }
}
