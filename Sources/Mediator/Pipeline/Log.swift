/// The importance of a log record, the least important one first.
public enum LogLevel: String, Sendable, Codable, CaseIterable, Comparable {
    /// A detail for the author of the module.
    case debug
    /// A step of normal work.
    case info
    /// A step that an operator wants to know of.
    case notice
    /// A problem from which the module recovers.
    case warning
    /// A problem that a person has to solve.
    case error

    /// Returns whether the first level is less important than the second.
    public static func < (first: LogLevel, second: LogLevel) -> Bool {
        allCases.firstIndex(of: first) ?? 0 < allCases.firstIndex(of: second) ?? 0
    }
}

/// A record of the log of a module, without the sensitive values that the mediator knows.
public struct LogRecord: Sendable, Equatable {
    /// The importance.
    public let level: LogLevel
    /// The module that wrote it.
    public let module: String
    /// The message for people.
    public let message: String
    /// The facts for programs, by name.
    public let values: [String: Payload]
}

@_spi(Host) extension Switchboard {
    /// Gives a record to the observer, without sensitive values, if the observer wants records of the level.
    ///
    /// The current request's sensitive values, those of URLs in a text, and values under such names become `***`.
    ///
    /// - Parameter record: is called only for a wanted record.
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

    /// Returns a value as JSON; one that has none is named, since a record is never lost.
    private static func tree(of value: Payload) -> JSONValue {
        do {
            return try value.tree()
        } catch {
            return .string("\(error)")
        }
    }
}
