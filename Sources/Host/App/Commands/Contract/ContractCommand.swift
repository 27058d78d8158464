import Glibc
@_spi(Host) import ModuleKit
import Platform

extension Command {
    /// `contract`: the group of the commands on what tests stood on.
    static let contract = Command(
        group: "contract", summary: "what the tests of modules stood on", commands: [.contractCheck])

    private static let against = Option(
        "--against", value: "FILE",
        "compare with FILE, which `routes --json --schema` wrote, and not with these modules")

    /// `contract check`: compares what the tests of modules stood on with the routes that there are.
    static let contractCheck = Command(
        name: "contract check", words: "[FILE…]",
        summary: "compare what tests stood on, in Contracts/*.json or in FILE, with the routes; exit 1 for each break",
        options: [against]
    ) { session, arguments throws(Failure) in
        var asks: [ContractAsk] = []
        for file in arguments.words.isEmpty ? try contractFiles() : arguments.words {
            asks += try ContractAsk.all(in: file)
        }
        let check =
            if let file = arguments.values(against).last {
                try ContractCheck(RouteList(path: file), ownHosts: session.mediator.ownHosts)
            } else { try await ContractCheck(of: session) }
        let findings = asks.flatMap(check.findings)
        let text = findings.map { PlainText.line($0.text) }.joined(separator: "\n")
        // Where all fits there is nothing to read.
        if session.console.format == .json || !findings.isEmpty {
            try session.console.show("contract", findings, text: text)
        }
        return findings.contains(where: \.isBreaking) ? .failed : .done
    }

    private static func contractFiles() throws(Failure) -> [String] {
        if let folder = try? Descriptor(opening: "Contracts", O_RDONLY | O_DIRECTORY), let names = try? folder.names() {
            let files = names.filter { $0.hasSuffix(".json") }.map { "Contracts/\($0)" }
            if !files.isEmpty { return files }
        }
        let message = "there is no Contracts/*.json here; name a file that the tests of a module wrote"
        throw Failure(code: "usage", message: message, exitCode: .usage)
    }
}

/// One stub that the tests of a module asked, with what they saw.
struct ContractAsk {
    let module: String
    let verb: Request.Verb
    /// The stub, and a URL that was asked of it.
    let pattern, url: String
    let members: [String: JSONValue]

    var origin: Origin { members["origin"] == .string("external") ? .external : .module(module) }

    /// Reads the file that the tests of a module wrote.
    static func all(in path: String) throws(Failure) -> [ContractAsk] {
        let bytes: [UInt8]
        do {
            bytes = try File.bytes(at: path)
        } catch {
            throw unreadable(path, "\(error)")
        }
        guard let document = try? JSONValue(document: bytes), let module = document["module"]?.string,
            case .object(let asks)? = document["asks"]
        else { throw unreadable(path, "it has no module with asks") }
        if let version = document["format_version"]?.string, !version.hasPrefix("1.") {
            throw unreadable(path, "it is of version \(version), not 1")
        }
        return try asks.sorted { $0.key < $1.key }.map { key, ask throws(Failure) in
            let words = key.split { " ?".contains($0) }.map(String.init)
            guard words.count > 1, let verb = Request.Verb(rawValue: words[0]), case .object(let members) = ask else {
                throw unreadable(path, "\"\(key)\" is not a verb with a URL")
            }
            let url = members["url"]?.string ?? words[1]
            return ContractAsk(module: module, verb: verb, pattern: words[1], url: url, members: members)
        }
    }

    func finding(_ text: String, isUnsure: Bool = false) -> RouteChange {
        RouteChange(
            module: module, verb: verb.rawValue, pattern: pattern, change: text, isBreaking: !isUnsure,
            isUnsure: isUnsure)
    }

    private static func unreadable(_ path: String, _ reason: String) -> Failure {
        let message = "\(path) is no contract: \(reason); have the tests write it again"
        return Failure(code: "usage", message: message, exitCode: .usage)
    }
}
