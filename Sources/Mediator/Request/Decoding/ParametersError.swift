/// Every parameter of a request that does not fit what the handler takes.
public struct ParametersError: Error, Sendable, Equatable {
    /// One for each parameter that does not fit, in the order in which the type asks for them; never empty.
    public let faults: [ParameterError]

    /// Whether these are all.
    ///
    /// A type's initialiser goes on after a fault only where something can stand in for the value: nothing can for a
    /// type of the module's own that refuses its raw or empty value, such as an enumeration that is not
    /// `CaseIterable`. What its structure asks for after it is then unknown. So it is after a structure's own refusal,
    /// and after the first 32 faults.
    public let isComplete: Bool

    /// Puts faults together.
    public init(_ faults: [ParameterError], isComplete: Bool = true) {
        self.faults = faults
        self.isComplete = isComplete
    }
}

extension ParametersError: CustomStringConvertible {
    /// A line for each parameter that says what is wrong and what to do.
    public var description: String {
        var lines = faults.map(\.description)
        if faults.count > 1 {
            // Numbered, so that it still reads well where a log puts it on one line.
            lines = lines.enumerated().map { "\($0.offset + 1). \($0.element)" }
            lines.insert("\(faults.count) parameters do not fit:", at: 0)
        }
        if !isComplete { lines.append("there may be more: mend what is named and ask again") }
        return lines.joined(separator: "\n  ")
    }
}
