import Foundation

/// Translates a table of patterns, one a line: `translate JLRoutes < patterns.txt`.
@main struct Translate {
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        guard let name = words.first, let dialect = Dialect(rawValue: name) else {
            let known = Dialect.allCases.map(\.rawValue).joined(separator: "|")
            FileHandle.standardError.write(Data("usage: translate \(known) [PATTERN…]\n".utf8))
            exit(64)
        }
        let patterns = words.count > 1 ? Array(words.dropFirst()) : input()
        for route in dialect.translate(patterns) { route.lines.forEach { print($0) } }
    }

    private static func input() -> [String] {
        Array(sequence(state: ()) { _ in readLine() }).filter { !$0.isEmpty }
    }
}
