extension Form {
    /// The declaration of a form's field, with the type of its value: `TextField("user", "User").required()`.
    public struct Input<Value>: Sendable {
        /// The declared field.
        @_spi(Host) public var field: Field

        fileprivate init(_ name: String, _ title: String?, kind: Kind) { field = Field(name, title, kind: kind) }
    }
}

/// A field for a text on one line.
public typealias TextField = Form.Input<String>
/// A field for a text that is invisible while it is typed.
public typealias SecretField = Form.Input<Secret>
/// A field for a whole number.
public typealias IntegerField = Form.Input<Int>
/// A field for a number.
public typealias NumberField = Form.Input<Double>
/// A field for yes or no.
public typealias BooleanField = Form.Input<Bool>
/// A field for one of several values.
public typealias ChoiceField = Form.Input<Form.Choice>

extension TextField {
    /// Creates a field; the default title is the name.
    public init(_ name: String, _ title: String? = nil) { self.init(name, title, kind: .text) }

    /// Returns the field with bounds for the length of its text in characters.
    public func length(_ bounds: ClosedRange<Int>) -> Self { limited(to: bounds) }

    /// Returns the field with a pattern that its whole text must match, and a description of the pattern for the user.
    public func matching(_ pattern: String, hint: String) -> Self { spelled(pattern, hint) }
}

extension SecretField {
    /// Creates a field; the default title is the name.
    public init(_ name: String, _ title: String? = nil) { self.init(name, title, kind: .secret) }

    /// Returns the field with bounds for the length of its text in characters.
    public func length(_ bounds: ClosedRange<Int>) -> Self { limited(to: bounds) }

    /// Returns the field with a pattern that its whole text must match, and a description of the pattern for the user.
    public func matching(_ pattern: String, hint: String) -> Self { spelled(pattern, hint) }
}

extension IntegerField {
    /// Creates a field; the default title is the name.
    public init(_ name: String, _ title: String? = nil) { self.init(name, title, kind: .integer) }
}

extension NumberField {
    /// Creates a field; the default title is the name.
    public init(_ name: String, _ title: String? = nil) { self.init(name, title, kind: .number) }
}

extension BooleanField {
    /// Creates a field; the default title is the name.
    public init(_ name: String, _ title: String? = nil) { self.init(name, title, kind: .boolean) }
}

extension ChoiceField {
    /// Creates a field; the default title is the name.
    public init(_ name: String, _ title: String? = nil, _ choices: [Form.Choice]) {
        self.init(name, title, kind: .choice)
        field.choices = choices
    }

    /// Returns the field with the value of an initial choice, which is used if the user types nothing.
    public func initially(_ value: String) -> Self { then { $0.initial = value } }
}

extension Form.Input {
    /// Returns the field as a required field.
    public func required() -> Self { then { $0.isRequired = true } }

    /// Returns a changed copy of the field.
    public func then(_ change: (inout Form.Field) -> Void) -> Self {
        var changed = self
        change(&changed.field)
        return changed
    }

    private func limited(to bounds: ClosedRange<Int>) -> Self {
        then { ($0.minimumLength, $0.maximumLength) = (bounds.lowerBound, bounds.upperBound) }
    }

    private func spelled(_ pattern: String, _ hint: String) -> Self {
        then { ($0.pattern, $0.hint) = (pattern, hint) }
    }
}

extension Form.Input where Value: LosslessStringConvertible {
    /// Returns the field with a value that is used if the user types nothing.
    public func initially(_ value: Value) -> Self { then { $0.initial = value.description } }
}

extension Form.Input where Value: Numeric {
    /// Returns the field with bounds for its number.
    public func within(_ bounds: ClosedRange<Double>) -> Self {
        then { ($0.minimum, $0.maximum) = (bounds.lowerBound, bounds.upperBound) }
    }
}

extension DeclarationsBuilder<Form.Field> {
    /// Adds one field.
    public static func buildExpression(_ input: Form.Input<some Any>) -> [Form.Field] { [input.field] }
}
