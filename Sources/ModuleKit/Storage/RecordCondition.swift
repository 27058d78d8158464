/// A condition on the stored properties of a record, made with `==`, `!=`, `<`, `<=`, `>`, `>=`, `&&`, `||` and `!`.
///
/// Texts are equal if their UTF-8 is, and are ordered by it. `nil` is equal to `nil`, and neither above nor below a
/// value. Values that are stored as JSON can be compared with `==` and `!=` only.
public struct RecordCondition<Kind: Record>: Sendable {
    /// A comparison of a column with a value.
    @_spi(Host) public enum Comparison: Sendable {
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    }

    /// The form of the condition.
    @_spi(Host) public indirect enum Expression: Sendable {
        case comparison(any PartialKeyPath<Kind> & Sendable, Comparison, any Encodable & Sendable)
        case and(Expression, Expression)
        case or(Expression, Expression)
        case not(Expression)
    }

    /// The form of the condition.
    @_spi(Host) public let expression: Expression

    private init(_ expression: Expression) { self.expression = expression }

    fileprivate init(
        _ column: any PartialKeyPath<Kind> & Sendable, _ comparison: Comparison, _ value: some Encodable & Sendable
    ) {
        expression = .comparison(column, comparison, value)
    }

    /// Returns the condition that both are satisfied.
    public static func && (one: RecordCondition, other: RecordCondition) -> RecordCondition {
        RecordCondition(.and(one.expression, other.expression))
    }

    /// Returns the condition that one or both are satisfied.
    public static func || (one: RecordCondition, other: RecordCondition) -> RecordCondition {
        RecordCondition(.or(one.expression, other.expression))
    }

    /// Returns the condition that another is not satisfied.
    public static prefix func ! (condition: RecordCondition) -> RecordCondition {
        RecordCondition(.not(condition.expression))
    }
}

/// Returns the condition that a property has a value.
public func == <Kind: Record, Value: Encodable & Equatable & Sendable>(
    column: any KeyPath<Kind, Value> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .equal, value) }

/// Returns the condition that a property has another value.
public func != <Kind: Record, Value: Encodable & Equatable & Sendable>(
    column: any KeyPath<Kind, Value> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .notEqual, value) }

/// Returns the condition that a property is below a value.
public func < <Kind: Record, Value: Encodable & Comparable & Sendable>(
    column: any KeyPath<Kind, Value> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .less, value) }

/// Returns the condition that a property is not above a value.
public func <= <Kind: Record, Value: Encodable & Comparable & Sendable>(
    column: any KeyPath<Kind, Value> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .lessOrEqual, value) }

/// Returns the condition that a property is above a value.
public func > <Kind: Record, Value: Encodable & Comparable & Sendable>(
    column: any KeyPath<Kind, Value> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .greater, value) }

/// Returns the condition that a property is not below a value.
public func >= <Kind: Record, Value: Encodable & Comparable & Sendable>(
    column: any KeyPath<Kind, Value> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .greaterOrEqual, value) }

/// Returns the condition that an optional property has a value that is below another.
public func < <Kind: Record, Value: Encodable & Comparable & Sendable>(
    column: any KeyPath<Kind, Value?> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .less, value) }

/// Returns the condition that an optional property has a value that is not above another.
public func <= <Kind: Record, Value: Encodable & Comparable & Sendable>(
    column: any KeyPath<Kind, Value?> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .lessOrEqual, value) }

/// Returns the condition that an optional property has a value that is above another.
public func > <Kind: Record, Value: Encodable & Comparable & Sendable>(
    column: any KeyPath<Kind, Value?> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .greater, value) }

/// Returns the condition that an optional property has a value that is not below another.
public func >= <Kind: Record, Value: Encodable & Comparable & Sendable>(
    column: any KeyPath<Kind, Value?> & Sendable, value: Value
) -> RecordCondition<Kind> { RecordCondition(column, .greaterOrEqual, value) }
