import Tables

/// The kind of table and requests.
enum WorkloadKind: Hashable {
    /// The GitHub API's routes.
    case github
    /// The GitHub API's routes without parameters, in a separate table.
    case literals
    /// Paths that none of the GitHub API's routes answers.
    case misses
    /// A number of routes `/moduleN/sectionM/:id/action`.
    case synthetic(Int)

    static let all: [WorkloadKind] = [
        .github, .literals, .misses, .synthetic(1_000), .synthetic(10_000), .synthetic(100_000),
    ]

    /// The name in the report.
    var name: String {
        switch self {
        case .github: "GitHub, random"
        case .literals: "literals"
        case .misses: "misses"
        case .synthetic(let count): "\(Number.grouped(count)) routes"
        }
    }

    /// The patterns as text; the HTTP method is the first segment, since not every router supports methods.
    var patterns: [String] {
        switch self {
        case .github, .misses: Self.githubPatterns
        case .literals: Self.githubPatterns.filter { !$0.contains(":") }
        case .synthetic(let count): (0..<count).map { "/module\($0 / 100)/section\($0 % 100)/:id/action" }
        }
    }

    private static let githubPatterns = String(decoding: PackageResources.github_txt, as: UTF8.self)
        .split(separator: "\n").map { line in "/" + line.replacing(" ", with: "") }
}
