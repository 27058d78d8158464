import Foundation
import ModuleKit

/// Translates a table of patterns, one a line: `translate JLRoutes < patterns.txt`.
@main struct Translate {
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        guard let name = words.first, let dialect = Dialect(rawValue: name) else {
            let known = Dialect.allCases.map(\.rawValue).joined(separator: "|")
            say("usage: translate \(known) [PATTERN…]")
            exit(64)
        }
        let patterns = words.count > 1 ? Array(words.dropFirst()) : input()
        let routes = dialect.translate(patterns)
        let faults = routes.flatMap(faults)
        for route in routes { route.lines.forEach { print($0) } }
        faults.forEach(say)
        exit(faults.isEmpty ? 0 : 1)
    }

    /// Returns a message for each invalid pattern of a route, with the reason.
    private static func faults(of route: TranslatedRoute) -> [String] {
        route.patterns.compactMap { pattern in
            do throws(RoutePatternError) {
                _ = try RoutePattern(pattern)
                return nil
            } catch {
                return "translate: \"\(route.source)\" has no translation: \(error)"
            }
        }
    }

    private static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

    private static func input() -> [String] {
        Array(sequence(state: ()) { _ in readLine() }).filter { !$0.isEmpty }
    }
}
