@_spi(Host) import HostKit
import Platform

/// A file that answers the routes of other modules while one module runs alone. The answers are keyed by pattern.
///
/// ```json
/// {
///   "app://account/session": {"value": {"user": "guest"}},
///   "app://rent/list": {"page": "Homes to let"},
///   "app://messages/send": {"error": "the line is dead"}
/// }
/// ```
struct StubFile: Sendable {
    /// The owner of the registered routes.
    static let owner = "stubs"

    static let forms = #"{"value":…}, {"page":"title"}, {"error":"text"} or {"error":"text","verb":"open"}"#

    private static let example = #"{"app://rent/list":{"page":"Homes"},"app://rent/count":{"value":7}}"#

    /// The routes, one for each pattern, declared at the pattern's line in the file.
    let routes: [Route]

    /// Reads a file. `module` is the module that runs alone; its requests are recorded if the environment enables the
    /// recording.
    init(path: String, for module: String? = nil) throws(Failure) {
        let bytes = try Failure.describing(try CheckedFile.bytes(at: path)) { (error: FileError) in
            Self.failure("\(path) cannot be read: \(error); \(error.remedy(or: "name a JSON file with stubs"))")
        }
        try self.init(bytes, file: path, for: module)
    }

    /// Parses a file's content; the file's name is for errors.
    init(_ bytes: [UInt8], file: String, for module: String? = nil) throws(Failure) {
        let text = String(decoding: bytes, as: UTF8.self)
        let answers = try Self.answers(bytes, file: file)
        var routes: [Route] = []
        for (pattern, tree) in answers.sorted(by: { $0.key < $1.key }) {
            let location = DeclarationSite(fileID: file, line: Self.line(of: pattern, in: text))
            guard let (verb, response) = Self.answer(tree) else {
                throw Self.failure(
                    "the stub for \(pattern) (\(location)) is not an answer; write one of \(Self.forms)")
            }
            // The shell, and the module that runs alone, may request any route of another module.
            routes.append(
                Route(pattern, verb: verb, access: .modules, location: location) { request in
                    try await ContractRecorder.answer(request, of: module, to: verb, pattern) { try response.get() }
                })
        }
        self.routes = routes
    }

    /// Checks that no stub answers a URL of the running module.
    func check(beside module: String, declaring manifest: Manifest, _ mediator: Switchboard) throws(Failure) {
        for route in routes {
            var stub = Registration(owner: Self.owner)
            stub.routes = [route]
            let arranged = Registration.arrange([(module, manifest), (Self.owner, Manifest(stub))])
            let isOwn = mediator.hasRoute(
                for: RouteURL(route.pattern), in: manifest, of: module, origin: .module(module))
            guard isOwn || arranged.refused[Self.owner] != nil else { continue }
            // The registration reports an invalid pattern later.
            guard (try? RoutePattern(route.pattern)) != nil else { continue }
            throw Self.failure(
                "the stub for \(route.pattern) (\(route.location)) has a URL of \(module), which runs and "
                    + "answers that URL; remove the stub")
        }
    }

    static func failure(_ message: String) -> Failure { Failure("stubs", message, .usage) }

    private static func answers(_ bytes: [UInt8], file: String) throws(Failure) -> [String: JSONValue] {
        let document = try Failure.describing(try JSONValue(document: bytes)) { (error: DescribedError) in
            failure("\(file) is not JSON: \(error.description); write \(example)")
        }
        guard case .object(let answers) = document else {
            throw failure("\(file) is not an object with patterns; write \(example)")
        }
        return answers
    }

    /// Returns the verb and the response of an answer; `nil` if it is invalid.
    private static func answer(_ tree: JSONValue) -> (verb: Request.Verb, response: Result<Response, DescribedError>)? {
        guard case .object(let members) = tree else { return nil }
        switch (members.keys.sorted(), members["value"], members["page"], members["error"]) {
        case (["value"], let value?, _, _): return (.call, .success(.value(Payload(value))))
        case (["page"], _, .string(let title), _): return (.open, .success(.page(Page(title) {})))
        case (["error"], _, _, .string(let text)): return (.call, .failure(DescribedError(description: text)))
        case (["error", "verb"], _, _, .string(let text)):
            guard case .string(let word) = members["verb"], let verb = Request.Verb(rawValue: word) else { return nil }
            return (verb, .failure(DescribedError(description: text)))
        default: return nil
        }
    }

    /// Returns the number of the line that contains the quoted pattern. The search starts at line `first`. Returns
    /// `first` if no line contains the pattern, for example because the file writes it with escapes.
    static func line(of pattern: String, in text: String, from first: Int = 1) -> Int {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)[(first - 1)...]
        return (lines.firstIndex { $0.contains("\"\(pattern)\"") } ?? first - 1) + 1
    }
}
