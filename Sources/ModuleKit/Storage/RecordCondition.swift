/// A condition on the stored properties of a record, made with `==`, `!=`, `<`, `<=`, `>`, `>=`, `&&`, `||` and `!`.
///
/// Texts are compared by their UTF-8 bytes. `nil` is equal to `nil`, and neither less nor greater than a value. Values
/// that are stored as JSON can only be compared with `==` and `!=`.
public struct RecordCondition<Kind: Record>: Sendable {
    /// A comparison of a column with a value.
    @_spi(Host) public enum Comparison: Sendable {
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    }

    /// The structure of a condition.
    @_spi(Host) public indirect enum Expression: Sendable {
        case comparison(any PartialKeyPath<Kind> & Sendable, Comparison, any Encodable & Sendable)
        case and(Expression, Expression)
        case or(Expression, Expression)
        case not(Expression)
    }

    /// The structure of the condition.
    @_spi(Host) public let expression: Expression

    private init(_ expression: Expression) { self.expression = expression }

    fileprivate init(
        _ column: any PartialKeyPath<Kind> & Sendable, _ comparison: Comparison, _ value: some Encodable & Sendable
    ) {
        expression = .comparison(column, comparison, value)
    }

    /// Returns the condition that two conditions are both satisfied.
    public static func && (one: RecordCondition, other: RecordCondition) -> RecordCondition {
        RecordCondition(.and(one.expression, other.expression))
    }

    /// Returns the condition that at least one of two conditions is satisfied.
    public static func || (one: RecordCondition, other: RecordCondition) -> RecordCondition {
        RecordCondition(.or(one.expression, other.expression))
    }

    /// Returns the condition that another condition is not satisfied.
    public static prefix func ! (condition: RecordCondition) -> RecordCondition {
        RecordCondition(.not(condition.expression))
    }
}

/// Returns the condition that a property is equal to a value.
public func == <Kind: Record, Value: Encodable & Equatable & Sendable>(
    column: any KeyPath<Kind, Value> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .equal, value) }

/// Returns the condition that a property is not equal to a value.
public func != <Kind: Record, Value: Encodable & Equatable & Sendable>(
    column: any KeyPath<Kind, Value> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .notEqual, value) }

/// Returns the condition that a property is less than a value.
public func < <Kind: Record, Value: Encodable & Comparable & Sendable>(
    column: any KeyPath<Kind, Value> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .less, value) }

/// Returns the condition that a property is at most a value.
public func <= <Kind: Record, Value: Encodable & Comparable & Sendable>(
    column: any KeyPath<Kind, Value> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .lessOrEqual, value) }

/// Returns the condition that a property is greater than a value.
public func > <Kind: Record, Value: Encodable & Comparable & Sendable>(
    column: any KeyPath<Kind, Value> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .greater, value) }

/// Returns the condition that a property is at least a value.
public func >= <Kind: Record, Value: Encodable & Comparable & Sendable>(
    column: any KeyPath<Kind, Value> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .greaterOrEqual, value) }

/// Returns the condition that an optional property is present and less than a value.
public func < <Kind: Record, Value: Encodable & Comparable & Sendable>(
    column: any KeyPath<Kind, Value?> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .less, value) }

/// Returns the condition that an optional property is present and at most a value.
public func <= <Kind: Record, Value: Encodable & Comparable & Sendable>(
    column: any KeyPath<Kind, Value?> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .lessOrEqual, value) }

/// Returns the condition that an optional property is present and greater than a value.
public func > <Kind: Record, Value: Encodable & Comparable & Sendable>(
    column: any KeyPath<Kind, Value?> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .greater, value) }

/// Returns the condition that an optional property is present and at least a value.
public func >= <Kind: Record, Value: Encodable & Comparable & Sendable>(
    column: any KeyPath<Kind, Value?> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .greaterOrEqual, value) }
