import Glibc
@_spi(Host) public import ModuleKit
import Synchronization

/// Writes down what the tests of a module stood on: each stub that was asked, with the forms of body and value.
///
/// The file `<Module>.json` in a folder has the asks of all tests and processes; `switchboard contract check` compares it with
/// the routes of real modules.
@_spi(Host) public final class ContractRecorder: Sendable {
    /// The environment variable with the folder.
    public static let variable = "SWITCHBOARD_CONTRACTS"
    /// The recorder of this process; `nil` unless the environment names a folder.
    public static let shared = getenv(variable).map { ContractRecorder(folder: String(cString: $0)) }

    private typealias Asks = [String: [String: JSONValue]]
    private let folder: String
    /// The asks of each module, as far as this process has seen them.
    private let asks = Mutex<[String: Asks]>([:])

    /// Creates a recorder that writes into a folder.
    public init(folder: String) { self.folder = folder }

    /// Returns the answer of a stub, and notes it; the test is that of a module, or of none.
    public static func answer(
        _ request: Request, of module: String?, to verb: Request.Verb, _ pattern: String, _ labels: [RouteLabel] = [],
        _ body: () async throws -> Response
    ) async throws -> Response {
        guard let shared, let module else { return try await body() }
        var answer: Response?
        defer { shared.note(request, of: module, to: verb, pattern, labels, answer) }
        answer = try await body()
        return answer ?? .declined
    }

    /// Notes a request to a stub of a module's test, with the stub's answer, if it has one.
    ///
    /// Not noted are calls of web services, requests of other modules, and what the stub declined.
    public func note(
        _ request: Request, of module: String, to verb: Request.Verb, _ pattern: String, _ labels: [RouteLabel] = [],
        _ answer: Response?
    ) {
        if case .module(let name) = request.origin, name != module { return }
        if case .declined? = answer { return }
        guard request.context(as: WebServiceCall.self) == nil else { return }
        let names = Set(request.url.query.map(\.name)).sorted()
        var ask = Self.answer(answer)
        ask["body"] = request.body.flatMap(ContractShape.schema)
        // Each choice of parameters, with a body or without, is an ask of its own.
        let key =
            "\(verb) \(pattern)" + (names.isEmpty ? "" : "?" + names.joined(separator: "&"))
            + (ask["body"] == nil ? "" : " {}")
        if request.url.text != pattern { ask["url"] = .string(request.url.text) }
        if request.origin == .external { ask["origin"] = .string("external") }
        if !labels.isEmpty { ask["labels"] = .array(labels.map { .string($0.name) }) }
        add([key: ask], of: module)
    }

    private static func answer(_ answer: Response?) -> [String: JSONValue] {
        guard case .value(let payload)? = answer else { return [:] }
        if payload.elements != nil { return ["form": .string("stream")] }
        if let schema = ContractShape.schema(of: payload) { return ["value": schema] }
        return ["form": .string("object")]
    }

    private func add(_ new: Asks, of module: String) {
        asks.withLock { asks in
            let known = asks[module] ?? [:]
            let all = known.merging(new, uniquingKeysWith: Self.union)
            guard all != known else { return }
            asks[module] = all
            write(all, of: module)
        }
    }

    /// Returns what two asks of one stub have together, whatever their order is.
    private static func union(_ first: [String: JSONValue], _ second: [String: JSONValue]) -> [String: JSONValue] {
        first.merging(second) { one, other in
            switch (one, other) {
            case (.array(let labels), .array(let others)):
                .array((labels + others.filter { !labels.contains($0) }).sorted { $0.text < $1.text })
            // Any URL is an example: the shortest one stays.
            case (.string(let text), .string(let url)):
                (text.utf8.count, text) < (url.utf8.count, url) ? one : other
            default: ContractShape.either([one, other])
            }
        }
    }

    /// Writes the asks into the module's file, together with those of other processes, and not at all if it has them.
    private func write(_ new: Asks, of module: String) {
        mkdir(folder, 0o777)
        guard let file = fopen("\(folder)/\(module).json", "a+") else {
            return perror("\(folder)/\(module).json: the contract of \(module) cannot be written")
        }
        defer { fclose(file) }
        while flock(fileno(file), LOCK_EX) < 0, errno == EINTR {}
        var old: [UInt8] = []
        rewind(file)
        while case let byte = getc(file), byte != EOF { old.append(UInt8(truncatingIfNeeded: byte)) }
        let text = Self.text(of: module, Self.asks(old).merging(new, uniquingKeysWith: Self.union))
        guard old != Array(text.utf8), ftruncate(fileno(file), 0) == 0 else { return }
        fputs(text, file)
        fflush(file)
    }

    private static func asks(_ text: [UInt8]) -> Asks {
        guard case .object(let document)? = try? JSONValue(document: text), case .object(let asks)? = document["asks"]
        else { return [:] }
        return asks.compactMapValues { if case .object(let members) = $0 { members } else { nil } }
    }

    /// Returns the file's text: one line for each ask, so that a review shows what came and went.
    private static func text(of module: String, _ asks: Asks) -> String {
        let lines = asks.sorted { $0.key < $1.key }.map { key, ask in
            "\(JSONValue.string(key).text):\(JSONValue.object(ask).text)"
        }
        return #"{"format_version":"1.0","module":"\#(module)","asks":{"# + "\n" + lines.joined(separator: ",\n")
            + "\n}}\n"
    }
}
