import Foundation
import ModuleKit
import Testing

@testable import Translation

/// One row of `Data/peer_cases.json`: a table of patterns, a URL, and the router's answer.
struct PeerCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Expectation: Decodable, Sendable {
        let matched: Bool
        let pattern: String?
        let params: [String: Value]?
        let isExact: Bool?
        let scheme: String?
        let items: [[String]]?

        enum CodingKeys: String, CodingKey {
            case matched, pattern, params, scheme, items
            case isExact = "params_exact"
        }
    }

    let id: String
    let peer: String
    let patterns: [String]
    let url: String?
    let expect: Expectation
    let operation: String?
    /// Whether the answer is a known defect of the router.
    let defect: Bool?
    let priorities: [Int]?
    let userInfo: [String: Value]?
    /// `local` for a request of the app itself.
    let entry: String?
    /// Routes that are removed before the request.
    let after: [String]?

    var testDescription: String { "\(id) \(peer) \(url ?? "no URL")" }

    /// The cases in which a route answers, without the defects of a router.
    static func matching() throws -> [PeerCase] {
        try all().filter { $0.expect.matched && $0.expect.pattern != nil && $0.defect != true }
    }

    /// The cases in which no route answers a URL.
    static func unmatched() throws -> [PeerCase] {
        try all().filter { !$0.expect.matched && $0.operation == nil && $0.defect != true }
    }

    private static func all() throws -> [PeerCase] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Data/peer_cases.json")
        return try JSONDecoder().decode([PeerCase].self, from: Data(contentsOf: file))
    }
}

/// A parameter's value; numbers and Booleans are texts, as in a URL.
enum Value: Decodable, Sendable, Equatable {
    case text(String)
    case list([String])
    case object([String: Value])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .text("\(flag)")
        } else if let number = try? container.decode(Int.self) {
            self = .text("\(number)")
        } else if let list = try? container.decode([String].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: Value].self))
        }
    }
}

extension PeerCase {
    /// The router of the case.
    var dialect: Dialect {
        get throws { try #require(Dialect(rawValue: peer.split(separator: "/").last.map(String.init) ?? "")) }
    }

    /// The case's table in Switchboard's routing language.
    var table: [TranslatedRoute] {
        get throws { try dialect.translate(patterns.flatMap(Self.lines).filter { !isRemoved($0) }) }
    }

    /// The rewrites for interceptors that send a request to another URL.
    var rewrites: [Rewrite] {
        patterns.compactMap { $0.wholeMatch(of: Self.sendingOn) }.map { Rewrite(String($0.1), to: String($0.2)) }
    }

    private static var sendingOn: Regex<(Substring, Substring, Substring)> { /(\S+) -> interceptor sets uri=(\S+) .*/ }

    /// Returns the lines of an app's table for a line in the data's own notation.
    private static func lines(_ pattern: String) -> [String] {
        if let hosts = pattern.wholeMatch(of: /host in \{(.*)\}/) {
            return hosts.1.split(separator: ", ").map(String.init)
        }
        if pattern.wholeMatch(of: sendingOn) != nil { return [] }
        return [pattern.hasPrefix("provider ") ? String(pattern.dropFirst(9)) : pattern]
    }

    private func isRemoved(_ line: String) -> Bool {
        (after ?? []).contains { step in
            let parts = step.split(separator: ":", maxSplits: 1)
            return parts[0] == "unregisterRouteScheme"
                ? line.hasPrefix("\(parts[1]):") : line == parts[1] || line.hasSuffix(": \(parts[1])")
        }
    }
}
