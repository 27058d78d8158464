/// The importance of a log record, in ascending order.
public enum LogLevel: String, Sendable, Codable, CaseIterable, Comparable {
    /// A detail for the author of the module.
    case debug
    /// A step of normal work.
    case info
    /// A step that an operator should know about.
    case notice
    /// A problem from which the module recovers.
    case warning
    /// A problem that an operator has to solve.
    case error

    /// Returns whether the first level is less important than the second.
    public static func < (first: LogLevel, second: LogLevel) -> Bool {
        allCases.firstIndex(of: first) ?? 0 < allCases.firstIndex(of: second) ?? 0
    }
}

/// A record in the log of a module, without the sensitive values that the mediator knows.
public struct LogRecord: Sendable, Equatable {
    /// The importance.
    public let level: LogLevel
    /// The module that wrote the record.
    public let module: String
    /// The message for people.
    public let message: String
    /// The values for programs, keyed by their names.
    public let values: [String: Payload]
}

@_spi(Host) extension Switchboard {
    /// Passes a record, with sensitive values redacted, to the observer, if the observer wants records of the level.
    ///
    /// A value whose name is sensitive becomes `***`. In texts, the sensitive values in URLs and the sensitive values
    /// of the current request become `***`.
    ///
    /// - Parameter record: returns the record; called only if the observer wants the record.
    @_spi(Host) public func log(_ level: LogLevel, _ record: () -> LogRecord) {
        guard let observer, let least = observer.logLevel, level >= least else { return }
        observer.logged(record().redacted(by: redaction, in: ActiveRequest.current))
    }
}

extension LogRecord {
    /// Creates a record.
    public init(
        _ level: LogLevel, _ message: String, _ values: [String: any Encodable & Sendable] = [:], from module: String
    ) {
        self.init(level: level, module: module, message: message, values: values.mapValues { Payload($0) })
    }

    fileprivate func redacted(by redaction: Redaction, in request: ActiveRequest?) -> LogRecord {
        let urls = redaction.isEmpty ? [] : request?.chain.flatMap { [$0.url.text] + $0.redirectChain } ?? []
        let hidden = redaction.sensitive(in: urls)
        let text = { redaction.redacted($0, hiding: hidden.values) }
        let shown = values.map { name, value in
            (name, hidden.names.contains(name) ? .hidden : Self.tree(of: value).redacted(hidden.names, text))
        }
        return LogRecord(
            level: level, module: module, message: text(message),
            values: Dictionary(uniqueKeysWithValues: shown.map { ($0, Payload($1)) }))
    }

    /// Returns a value as JSON, or the error as a text if the value has no JSON form, so that a record is never lost.
    private static func tree(of value: Payload) -> JSONValue {
        do {
            return try value.tree()
        } catch {
            return .string("\(error)")
        }
    }
}
