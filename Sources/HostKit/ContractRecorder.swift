import Glibc
@_spi(Host) public import ModuleKit
import Synchronization

/// A recorder of the interfaces that a module's tests used: each requested stub, and each service, event and label.
///
/// The file `<Module>.json` in the recorder's folder collects the records of all tests and processes, for `switchboard
/// contract check`.
@_spi(Host) public final class ContractRecorder: Sendable {
    /// The environment variable with the path of the recorder's folder.
    public static let variable = "SWITCHBOARD_CONTRACTS"
    /// The recorder of this process; `nil` unless the environment names a folder.
    public static let shared = getenv(variable).map { ContractRecorder(folder: String(cString: $0)) }

    private struct State {
        /// The records of this process, keyed by module.
        var contracts: [String: ContractFile] = [:]
        /// The forms of answer that modules expected, keyed by module and URL.
        var wanted: [[String]: JSONValue] = [:]
    }

    private let folder: String
    private let state = Mutex(State())

    /// Creates a recorder that writes into a folder.
    public init(folder: String) { self.folder = folder }

    /// Runs a stub's closure, and records and returns the answer; `module` is the module under test, if any.
    public static func answer(
        _ request: Request, of module: String?, to verb: Request.Verb, _ pattern: String, _ labels: [RouteLabel] = [],
        _ body: () async throws -> Response
    ) async throws -> Response {
        guard let shared, let module else { return try await body() }
        let note = { shared.note(request, of: module, to: verb, pattern, labels, $0) }
        do {
            let answer = try await body()
            note(.success(answer))
            return answer
        } catch {
            note(.failure(error))
            throw error
        }
    }

    /// Records a request to a stub of a module's test, with the stub's answer or error.
    ///
    /// The function ignores calls of web services, requests of other modules, cancellations, and requests that the stub
    /// declined.
    public func note(
        _ request: Request, of module: String, to verb: Request.Verb, _ pattern: String, _ labels: [RouteLabel] = [],
        _ answer: Result<Response, any Error>
    ) {
        if case .module(let name) = request.origin, name != module { return }
        if case .success(.declined) = answer { return }
        if case .failure(is CancellationError) = answer { return }
        guard request.context(as: WebServiceCall.self) == nil else { return }
        let names = Set(request.url.query.map(\.name)).sorted()
        let wanted = state.withLock { $0.wanted[[module, request.url.text]] }
        var ask = Self.answer(answer, wanted)
        ask["body"] = request.body.flatMap(ContractShape.schema)
        // Each combination of parameters, with or without a body, is a separate entry.
        let key =
            "\(verb) \(pattern)" + (names.isEmpty ? "" : "?" + names.joined(separator: "&"))
            + (ask["body"] == nil ? "" : " {}")
        if request.url.text != pattern { ask["url"] = .string(request.url.text) }
        if request.origin == .external { ask["origin"] = .string("external") }
        if !labels.isEmpty { ask["labels"] = .array(labels.map { .string($0.name) }) }
        add(ask, as: key, to: "asks", of: module)
    }

    private static func answer(_ answer: Result<Response, any Error>, _ wanted: JSONValue?) -> [String: JSONValue] {
        switch answer {
        case .failure(let error): return ["errors": .array([.string(ContractShape.code(of: error))])]
        case .success(.value(let payload)):
            if payload.elements != nil { return ["form": .string("stream"), "value": wanted].compactMapValues(\.self) }
            if let schema = ContractShape.schema(of: payload) { return ["value": schema] }
            return ["form": .string("object")]
        case .success: return ["awaited": wanted].compactMapValues(\.self)
        }
    }

    /// Records the value that a page of the module under test was dismissed with.
    public func noteAnswer(_ value: Payload, of page: RouteURL, of module: String) {
        guard let schema = ContractShape.schema(of: value) else { return }
        add(["value": schema], as: Self.key(.open, page), to: "answers", of: module)
    }

    /// Records the error that a route of the module under test threw, if it is the module's own error.
    public func noteError(_ error: any Error, to verb: Request.Verb, _ url: RouteURL, of module: String) {
        if error is RequestError || error is CancellationError { return }
        let code = ContractShape.code(of: error)
        add(["errors": .array([.string(code)])], as: Self.key(verb, url), to: "answers", of: module)
    }

    private static func key(_ verb: Request.Verb, _ url: RouteURL) -> String {
        "\(verb) \(url.text.prefix { $0 != "?" })"
    }

    /// Returns a closure that records a module's use of its context.
    public func uses(of module: String) -> @Sendable (ContextUse) -> Void { { self.note($0, of: module) } }

    /// Records a module's use of its context.
    public func note(_ use: ContextUse, of module: String) {
        switch use {
        case .request(_, let url, _, _, let type?):
            // The stub that answers the request records this form with its answer.
            let form = type == Page.self ? JSONValue.object(["format": .string("page")]) : TypeShape(type).schema
            state.withLock { $0.wanted[[module, url.text]] = form }
        case .request: break
        case .service(let name, let range, let type, let isRequired):
            let versions = JSONValue.string("\(range.lowerBound)..<\(range.upperBound)")
            var entry: ContractFile.Entry = ["versions": .array([versions]), "type": .string(type)]
            if !isRequired { entry["optional"] = .bool(true) }
            add(entry, as: name, to: "services", of: module)
        case .publication(let event, let payload): note(payload, of: event, in: "published", of: module)
        case .label(let name): add([:], as: name, to: "labels", of: module)
        }
    }

    /// Records an event that a module received.
    public func noteEvent(_ event: String, _ payload: Payload, to module: String) {
        if !event.hasPrefix("switchboard.") { note(payload, of: event, in: "events", of: module) }
    }

    private func note(_ payload: Payload, of event: String, in section: String, of module: String) {
        let schema = ContractShape.schema(of: payload)
        add(["value": schema].compactMapValues(\.self), as: event, to: section, of: module)
    }

    private func add(_ entry: ContractFile.Entry, as key: String, to section: String, of module: String) {
        state.withLock { state in
            let known = state.contracts[module] ?? ContractFile(module: module)
            let all = known.adding([section: [key: entry]])
            guard all != known else { return }
            state.contracts[module] = all
            write(all)
        }
    }

    /// Merges a record into the module's file, which other processes also write; an unchanged file is not written.
    private func write(_ new: ContractFile) {
        mkdir(folder, 0o777)
        guard let file = fopen("\(folder)/\(new.module).json", "a+") else {
            return perror("\(folder)/\(new.module).json: the contract of \(new.module) cannot be written")
        }
        defer { fclose(file) }
        while flock(fileno(file), LOCK_EX) < 0, errno == EINTR {}
        var old: [UInt8] = []
        rewind(file)
        while case let byte = getc(file), byte != EOF { old.append(UInt8(truncatingIfNeeded: byte)) }
        let text = (ContractFile(old) ?? ContractFile(module: new.module)).adding(new.sections).text
        guard old != Array(text.utf8), ftruncate(fileno(file), 0) == 0 else { return }
        fputs(text, file)
        fflush(file)
    }
}
