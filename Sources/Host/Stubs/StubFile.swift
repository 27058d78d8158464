@_spi(Host) import ModuleKit

/// The answers for other modules' routes, by pattern, while one module runs alone.
///
/// ```json
/// {
///   "app://account/session": {"value": {"user": "guest"}},
///   "app://rent/list": {"page": "Homes to let"},
///   "app://messages/send": {"error": "the line is dead"}
/// }
/// ```
struct StubFile: Sendable {
    /// The name under which the routes are registered.
    static let owner = "stubs"

    /// A route for each pattern, declared at its line of the file.
    let routes: [Route]

    /// Reads a file.
    init(path: String) throws(StubFileError) {
        let bytes: [UInt8]
        do {
            bytes = try File.bytes(at: path)
        } catch {
            throw .unreadable(file: path, error)
        }
        try self.init(bytes, file: path)
    }

    /// Reads a file's content; the file's name is for errors.
    init(_ bytes: [UInt8], file: String) throws(StubFileError) {
        let text = String(decoding: bytes, as: UTF8.self)
        let answers = try Self.answers(bytes, file: file)
        var routes: [Route] = []
        for (pattern, tree) in answers.sorted(by: { $0.key < $1.key }) {
            let location = SourceLocation(fileID: file, line: Self.line(of: pattern, in: text))
            guard let answer = StubAnswer(tree) else { throw .noAnswer(location, pattern: pattern) }
            // The shell, and the module that runs alone, may ask for whatever another module has.
            routes.append(
                Route(pattern, verb: answer.verb, access: .modules, location: location) { _ in try answer.response() })
        }
        self.routes = routes
    }

    private static func answers(_ bytes: [UInt8], file: String) throws(StubFileError) -> [String: JSONValue] {
        do {
            return try Payload(json: bytes).decode()
        } catch .invalidJSON(let reason) {
            throw .notJSON(file: file, reason: withLines(reason, of: bytes))
        } catch {
            throw .noTable(file: file)
        }
    }

    /// Columns are counted from the beginning of the text; people count them from the beginning of a line.
    private static func withLines(_ reason: String, of bytes: [UInt8]) -> String {
        reason.replacing(/column (\d+)/) { match in
            let before = bytes.prefix(max(0, (Int(match.1) ?? 1) - 1))
            let line = before.count { $0 == 0x0A } + 1
            let column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
            return "column \(column) of line \(line)"
        }
    }

    /// The first line in which the pattern stands in quotation marks; the first of all where it was written with escapes.
    private static func line(of pattern: String, in text: String) -> Int {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return (lines.firstIndex { $0.contains("\"\(pattern)\"") } ?? 0) + 1
    }
}
