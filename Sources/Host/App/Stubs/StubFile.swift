@_spi(Host) import ModuleKit
import Platform

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
    /// The owner's name of the registered routes.
    static let owner = "stubs"

    /// The routes, one for each pattern, with its line of the file as the declaration's place.
    let routes: [Route]

    init(path: String) throws(StubFileError) {
        let bytes: [UInt8]
        do {
            bytes = try CheckedFile.bytes(at: path)
        } catch {
            throw .unreadable(file: path, error)
        }
        try self.init(bytes, file: path)
    }

    /// Parses a file's content; the file's name is for errors.
    init(_ bytes: [UInt8], file: String) throws(StubFileError) {
        let text = String(decoding: bytes, as: UTF8.self)
        let answers = try Self.answers(bytes, file: file)
        var routes: [Route] = []
        for (pattern, tree) in answers.sorted(by: { $0.key < $1.key }) {
            let location = DeclarationSite(fileID: file, line: Self.line(of: pattern, in: text))
            guard let answer = StubAnswer(tree) else { throw .noAnswer(location, pattern: pattern) }
            // The shell, and the module that runs alone, may request any route of another module.
            routes.append(
                Route(pattern, verb: answer.verb, access: .modules, location: location) { _ in try answer.response() })
        }
        self.routes = routes
    }

    /// Checks that no stub answers a URL of the running module.
    func check(beside module: String, declaring manifest: Manifest, _ mediator: Switchboard) throws(StubFileError) {
        for route in routes {
            var stub = Registration(owner: Self.owner)
            stub.routes = [route]
            let arranged = Registration.arrange([(module, manifest), (Self.owner, Manifest(stub))])
            let isOwn = mediator.hasRoute(
                for: RouteURL(route.pattern), in: manifest, of: module, origin: .module(module))
            guard isOwn || arranged.refused[Self.owner] != nil else { continue }
            // The registration reports an invalid pattern.
            guard (try? RoutePattern(route.pattern)) != nil else { continue }
            throw .ownRoute(route.location, pattern: route.pattern, module: module)
        }
    }

    private static func answers(_ bytes: [UInt8], file: String) throws(StubFileError) -> [String: JSONValue] {
        let document: JSONValue
        do {
            document = try JSONValue(document: bytes)
        } catch {
            throw .notJSON(file: file, reason: error.description)
        }
        guard case .object(let answers) = document else { throw .noTable(file: file) }
        return answers
    }

    /// Returns the first line with the pattern in quotation marks, or 1 if the pattern is written with escapes.
    static func line(of pattern: String, in text: String) -> Int {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return (lines.firstIndex { $0.contains("\"\(pattern)\"") } ?? 0) + 1
    }
}

/// The reason why a file of stubs cannot be used.
enum StubFileError: Error, Sendable, Equatable {
    case unreadable(file: String, FileError)
    case notJSON(file: String, reason: String)
    /// The JSON is not an object with patterns.
    case noTable(file: String)
    /// The value of a pattern is not an answer.
    case noAnswer(DeclarationSite, pattern: String)
    /// The module that runs alone answers the URL itself.
    case ownRoute(DeclarationSite, pattern: String, module: String)
    /// A pattern is not in the routing language, or two match the same URLs.
    case pattern(RegistrationError)
}

extension StubFileError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unreadable(let file, let error): "\(file) cannot be read: \(error); name a JSON file with stubs"
        case .notJSON(let file, let reason): "\(file) is not JSON: \(reason); write \(Self.example)"
        case .noTable(let file): "\(file) is not an object with patterns; write \(Self.example)"
        case .noAnswer(let location, let pattern):
            "the stub for \(pattern) (\(location)) is not an answer; write one of \(StubAnswer.forms)"
        case .ownRoute(let location, let pattern, let module):
            "the stub for \(pattern) (\(location)) stands for a URL of \(module), which runs and answers it itself; leave it out"
        case .pattern(let error): "\(error)"
        }
    }

    private static let example = #"{"app://rent/list":{"page":"Homes"},"app://rent/count":{"value":7}}"#
}

/// The answer of a stub in place of another module's route.
enum StubAnswer: Sendable, Equatable {
    /// Answers a call.
    case value(JSONValue)
    /// Answers `open` with a page of that title.
    case page(String)
    /// Fails a call, or an `open`.
    case error(String, Request.Verb)

    /// The forms of an answer.
    static let forms = #"{"value":…}, {"page":"title"}, {"error":"text"} or {"error":"text","verb":"open"}"#

    /// Parses an answer; `nil` if it is invalid.
    init?(_ tree: JSONValue) {
        guard case .object(let members) = tree else { return nil }
        switch (members.keys.sorted(), members["value"], members["page"], members["error"]) {
        case (["value"], let value?, _, _): self = .value(value)
        case (["page"], _, .string(let title), _): self = .page(title)
        case (["error"], _, _, .string(let text)): self = .error(text, .call)
        case (["error", "verb"], _, _, .string(let text)):
            guard case .string(let word) = members["verb"], let verb = Request.Verb(rawValue: word) else { return nil }
            self = .error(text, verb)
        default: return nil
        }
    }

    var verb: Request.Verb {
        switch self {
        case .value: .call
        case .page: .open
        case .error(_, let verb): verb
        }
    }

    /// Returns the answer as a route's response.
    func response() throws(StubFailure) -> Response {
        switch self {
        case .value(let tree): return .value(Payload(tree))
        case .page(let title): return .page(Page(title) {})
        case .error(let text, _): throw StubFailure(description: text)
        }
    }
}

struct StubFailure: Error, Sendable, Equatable, CustomStringConvertible {
    let description: String
}
