import Foundation

/// Counts the functions of the host, the SDK and the modules that a warm request enters, by module: the difference
/// between sessions of three and two equal lines, under callgrind. Accessors, closures, thunks and functions of the
/// compiler do not count. Prints the functions first.
enum Functions {
    private static let left = [
        "getter|setter|modify|read2?[A-Z ]|closure #|thunk|partial apply|outlined|witness|metadata|default argument",
        "deinit|lazy |merged|implicit|specialized|variable initialization|globalinit|unsafeMutableAddressor",
        "reabstraction|destroy",
    ].joined(separator: "|")

    static func run(on host: Host, line: String) throws {
        let words = [try host.stripped(host.program), "--demo"]
        try host.warm(words, input: line + "\n")
        let (two, three) = (try calls(2, of: line, words, on: host), try calls(3, of: line, words, on: host))
        let modules = try FileManager.default.contentsOfDirectory(atPath: host.products + "/.")
            .filter { $0.hasSuffix(".build") }.map { $0.dropLast(".build".count) }
        let left = try Regex(left)
        var count = 0
        for module in modules.sorted() {
            let symbols = three.filter { symbol, calls in
                symbol.hasPrefix("$s\(module.count)\(module)") && calls > two[symbol] ?? 0
            }.keys.joined(separator: "\n")
            let names = try host.succeed(["swift", "demangle", "--compact", "--simplified"], input: symbols).lines.map {
                $0.replacing(#/\(\d+\) (suspend|await) resume partial function for /#, with: "")
            }
            let entered = Set(names.filter { $0.firstMatch(of: left) == nil }).sorted()
            if entered.isEmpty { continue }
            print(entered.joined(separator: "\n") + "\n\(module): \(entered.count) functions\n")
            count += entered.count
        }
        print("\(count) functions in all")
    }

    /// Returns the number of calls of each symbol in a session of some lines.
    private static func calls(
        _ count: Int, of line: String, _ words: [String], on host: Host
    ) throws -> [Substring: Int] {
        let lines = String(repeating: line + "\n", count: count)
        let out = "--callgrind-out-file=\(host.folder)/callgrind"
        let result = try host.run(["valgrind", "--tool=callgrind", out] + words, input: lines)
        guard result.code <= 3 else {
            throw Fault("valgrind ended with \(result.code): \(result.errors.suffix(2_000))")
        }
        var (names, sum, called) = ([Substring: Substring](), [Substring: Int](), Substring())
        for line in try host.text(of: "callgrind").split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            let text = line[line.index(after: equals)...]
            switch line[..<equals] {
            case "fn", "cfn":
                // A name follows its number only the first time; recursion adds an apostrophe and a depth.
                let parts = text.split(separator: " ", maxSplits: 1)
                if parts.count == 2 { names[parts[0]] = parts[1].prefix { $0 != "'" } }
                called = names[parts.first ?? ""] ?? ""
            case "calls": sum[called, default: 0] += Int(text.prefix { $0 != " " }) ?? 0
            default: break
            }
        }
        return sum
    }
}
