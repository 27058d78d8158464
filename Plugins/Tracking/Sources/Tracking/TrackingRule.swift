import ModuleKit

/// A rule from a remote's table, which selects events and the values to record of each event.
struct TrackingRule: Sendable {
    /// A kind of event.
    enum Kind: String, Sendable, CaseIterable {
        /// A page becomes the top page, or stops being the top page, because another page covers it or it is closed.
        case appear, disappear
        /// The user opens a URL, or chooses an action or a form on a page.
        case link, action, form
        /// Any caller opens or calls a URL.
        case open, call
    }

    /// The pattern of the URLs, which is also the name of the route in the metrics.
    let pattern: RoutePattern
    let kind: Kind
    /// The fields to record: each field's text in the rule, and the path parsed from it.
    let fields: [(name: String, path: FieldPath)]
    /// The share of the requests that are recorded, from 0 to 1; the metrics count all requests.
    let sampling: Double
    /// Whether each record is also printed as a line on standard error.
    let isPrinted: Bool

    static let fieldLimit = 32
    static let countLimit = 256

    /// Reads all rules of a table; if one rule has a fault, all rules are refused.
    static func rules(_ payloads: [Payload]) throws(TrackingError) -> [TrackingRule] {
        guard payloads.count <= countLimit else { throw .tooMany(found: payloads.count, limit: countLimit) }
        var rules: [TrackingRule] = []
        for (place, payload) in payloads.enumerated() {
            rules.append(try TrackingRule(payload, number: place + 1))
        }
        return rules
    }

    /// - Parameter number: the rule's position in the table, for the error; the first rule has 1.
    init(_ payload: Payload, number: Int) throws(TrackingError) {
        do {
            try self.init(try payload.decode(as: Written.self))
        } catch let fault as PayloadError {
            throw .invalidRule(number: number, reason: fault.reason)
        } catch {
            throw .invalidRule(number: number, reason: "\(error)")
        }
    }

    private init(_ rule: Written) throws {
        guard let kind = Kind(rawValue: rule.kind) else { throw RuleFault.kind(rule.kind) }
        pattern = try RoutePattern(rule.pattern)
        let names = rule.fields ?? []
        guard names.count <= Self.fieldLimit else { throw RuleFault.fields(found: names.count) }
        let sampling = rule.sampling ?? 1
        guard (0...1).contains(sampling) else { throw RuleFault.sampling(sampling) }
        self.kind = kind
        fields = try names.map { name in (name: name, path: try FieldPath(name, in: kind)) }
        self.sampling = sampling
        isPrinted = rule.print ?? false
    }

    /// The rule as JSON; keys without a property here are ignored.
    private struct Written: Decodable {
        let pattern: String
        let kind: String
        let fields: [String]?
        let sampling: Double?
        let print: Bool?
    }

    /// Whether the rule is about appearing or disappearing pages.
    var isAboutPages: Bool { kind == .appear || kind == .disappear }

    /// Whether the rule is about the user's choices on pages.
    var isAboutChoices: Bool { kind == .action || kind == .form }

    /// Returns whether the rule is about choices of this kind.
    func isAbout(_ choice: PageChoice) -> Bool { isAboutChoices && kind.rawValue == choice.kind.rawValue }

    /// Returns the available values, keyed by the fields' texts in the rule.
    func values(_ value: (FieldPath) -> String?) -> [String: String] {
        var values: [String: String] = [:]
        for (name, path) in fields { values[name] = value(path) }
        return values
    }

    /// Returns whether the rule applies to a request whose URL already matches its pattern.
    func covers(_ request: Request) -> Bool {
        switch kind {
        case .appear, .disappear, .open: request.verb == .open
        case .link: request.verb == .open && [.shell, .elsewhere].contains(request.origin)
        case .call: request.verb == .call
        case .action, .form: false
        }
    }
}

/// The reason why the rules of a table, or the records, cannot be used.
enum TrackingError: Error, Equatable {
    /// The rule at this position of the table, counted from 1, is invalid; the previous rules stay in force.
    case invalidRule(number: Int, reason: String)
    case tooMany(found: Int, limit: Int)
    /// Records cannot be written at a path.
    case unwritable(path: String, reason: String)
    /// The environment does not name a folder.
    case noFolder
    /// The setting is not an absolute path.
    case relativeFolder(String)
}

extension TrackingError: CustomStringConvertible {
    var description: String {
        switch self {
        case .invalidRule(let number, let reason):
            "rule \(number) is refused: \(reason). All rules stay as they were; correct it in the remote's table"
        case .tooMany(let found, let limit):
            "\(found) rules are refused, expected \(limit) at most. All rules stay as they were; shorten the table"
        case .unwritable(let path, let reason):
            "\(path) cannot be written: \(reason). Metrics go on; free some space, or name a private folder in "
                + "the setting Tracking.folder"
        case .noFolder:
            "the folder for records is unknown: set XDG_STATE_HOME, HOME or the setting Tracking.folder"
        case .relativeFolder(let folder):
            "the setting Tracking.folder is \"\(folder)\"; write the path of a folder from the root"
        }
    }
}

/// A fault in one rule.
enum RuleFault: Error, CustomStringConvertible {
    case kind(String)
    case fields(found: Int)
    case sampling(Double)
    case path(String)
    case bodyOutsideForm(String)

    var description: String {
        switch self {
        case .kind(let found):
            "its kind is \"\(found)\", expected \(TrackingRule.Kind.allCases.map(\.rawValue).joined(separator: ", "))"
        case .fields(let found): "it has \(found) fields, expected \(TrackingRule.fieldLimit) at most"
        case .sampling(let found): "its sampling is \(found), expected 0 to 1"
        case .path(let found):
            "its field is \"\(found)\", expected url, title, elements.KIND, elements.KIND[NAME], parameters.NAME "
                + "or body.NAME"
        case .bodyOutsideForm(let found): "its field \(found) needs the kind form"
        }
    }
}

extension PayloadError {
    /// The reason of the error, without the names of this module's types.
    fileprivate var reason: String { if case .mismatch(_, _, let reason) = self { reason } else { "\(self)" } }
}
