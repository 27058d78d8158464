extension Form.Field {
    /// A text on one line.
    public static func text(_ name: String, _ title: String? = nil) -> Self { Self(name, title) }
    /// A text that nobody sees while it is typed.
    public static func secret(_ name: String, _ title: String? = nil) -> Self { Self(name, title, kind: .secret) }
    /// A whole number.
    public static func integer(_ name: String, _ title: String? = nil) -> Self { Self(name, title, kind: .integer) }
    /// A number.
    public static func number(_ name: String, _ title: String? = nil) -> Self { Self(name, title, kind: .number) }
    /// Yes or no.
    public static func boolean(_ name: String, _ title: String? = nil) -> Self { Self(name, title, kind: .boolean) }
    /// One of several values.
    public static func choice(_ name: String, _ title: String? = nil, _ choices: [Form.Choice]) -> Self {
        Self(name, title, kind: .choice).then { $0.choices = choices }
    }

    /// The same, which may not be left empty.
    public func required() -> Self { then { $0.isRequired = true } }

    /// The same, with a length in characters within bounds.
    public func length(_ bounds: ClosedRange<Int>) -> Self {
        then { ($0.minimumLength, $0.maximumLength) = (bounds.lowerBound, bounds.upperBound) }
    }

    /// The same, with a number within bounds.
    public func within(_ bounds: ClosedRange<Double>) -> Self {
        then { ($0.minimum, $0.maximum) = (bounds.lowerBound, bounds.upperBound) }
    }

    /// The same, with a text that looks like a pattern as a whole, and what that means for people.
    public func matching(_ pattern: String, hint: String) -> Self {
        then { ($0.pattern, $0.hint) = (pattern, hint) }
    }

    /// The same, with a value where nothing is typed.
    public func initially(_ value: String) -> Self { then { $0.initial = value } }

    /// The same after a change.
    public func then(_ change: (inout Self) -> Void) -> Self {
        var changed = self
        change(&changed)
        return changed
    }
}
