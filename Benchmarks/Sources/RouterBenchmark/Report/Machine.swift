import Foundation

/// The machine and the versions with which the figures were measured.
struct Machine {
    private let facts: [(name: String, value: String)]

    init(swift: String, go: String) {
        let processor = Self.value(of: "model name", in: "/proc/cpuinfo", separator: ":")
        let system = Self.value(of: "PRETTY_NAME", in: "/etc/os-release", separator: "=")
        facts = [
            ("processor", "\(processor), \(ProcessInfo.processInfo.processorCount) cores, one of them used"),
            ("system", system), ("Swift", swift), ("Go", go), ("Hummingbird", "2.28.1"),
        ]
    }

    /// A text with one line for each fact.
    var text: String { facts.map { "- \($0.name): \($0.value)\n" }.joined() }

    /// Returns the value of the first line that begins with a name.
    private static func value(of name: String, in file: String, separator: Character) -> String {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? "unknown"
        return line.drop { $0 != separator }.drop { "\(separator) \"".contains($0) }.filter { $0 != "\"" }
    }
}
