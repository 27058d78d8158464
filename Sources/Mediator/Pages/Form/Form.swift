/// Values that the person fills in, and where they go: a call of a URL, or a signal.
///
/// ```swift
/// Form("Log in", calling: "app://account/login", fields: [.choice("user", "Who are you?", users), .secret("password")])
/// ```
public struct Form: PageContent, Sendable, Equatable {
    /// What the person reads on top, and where the values are sent.
    public var title: String
    /// The URL that is called with the values as its body, if one is.
    public var url: String?
    /// The name under which the callback around the form is given the values, if no URL is called.
    public var signal: String?
    /// What is asked, in order.
    public var fields: [Field]
    /// What happens after the call.
    public var completion: Completion?

    /// Describes a form that is a call.
    public init(_ title: String, calling url: String, fields: [Field]) {
        self.title = title
        self.url = url
        self.fields = fields
    }

    /// Describes a form that is a signal: an object with the values under the name, which is how a case of an enumeration
    /// with labelled values is decoded.
    public init(_ title: String, throwing signal: String, fields: [Field]) {
        self.title = title
        self.signal = signal
        self.fields = fields
    }

    /// The form as an element.
    public var elements: [PageElement] { [.form(self)] }
}

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

extension Form: Codable {
    private enum Key: String, CodingKey { case title, url, signal, fields, completion }

    /// Decodes a form; two fields of one name would lose a value, and are an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        title = try container.decode(String.self, forKey: .title)
        url = try container.decodeIfPresent(String.self, forKey: .url)
        signal = try container.decodeIfPresent(String.self, forKey: .signal)
        completion = try container.decodeIfPresent(Completion.self, forKey: .completion)
        fields = try container.decode([Field].self, forKey: .fields)
        guard let name = repeatedNames.first else { return }
        throw DecodingError.dataCorruptedError(
            forKey: .fields, in: container,
            debugDescription: "two fields are named \"\(name)\"; give each a name of its own")
    }

    /// Encodes what the form says.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(url, forKey: .url)
        try container.encodeIfPresent(signal, forKey: .signal)
        try container.encode(fields, forKey: .fields)
        try container.encodeIfPresent(completion, forKey: .completion)
    }

    /// The names that a field has which one before it has too.
    @_spi(Host) public var repeatedNames: [String] {
        var seen: Set<String> = []
        return fields.map(\.name).filter { !seen.insert($0).inserted }
    }
}

extension Form.Field: Codable {
    private enum Key: String, CodingKey {
        case name, title, kind, required, choices, minlength, maxlength, min, max, pattern, hint, initial
    }

    /// The most characters that a decoded bound of a text's length stands for.
    private static let lengthLimit = 1_000_000

    /// Decodes a field; a kind that this version does not know is a text.
    ///
    /// Lengths below 0 and above 1,000,000 characters are taken for the nearer end.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let name = try container.decode(String.self, forKey: .name)
        let kind = try container.decodeIfPresent(String.self, forKey: .kind).flatMap(Form.Kind.init) ?? .text
        self.init(name, try container.decodeIfPresent(String.self, forKey: .title), kind: kind)
        isRequired = try container.decodeIfPresent(Bool.self, forKey: .required) ?? false
        choices = try container.decodeIfPresent([Form.Choice].self, forKey: .choices) ?? []
        minimumLength = try container.decodeIfPresent(Int.self, forKey: .minlength).map(Self.bounded)
        maximumLength = try container.decodeIfPresent(Int.self, forKey: .maxlength).map(Self.bounded)
        minimum = try container.decodeIfPresent(Double.self, forKey: .min)
        maximum = try container.decodeIfPresent(Double.self, forKey: .max)
        pattern = try container.decodeIfPresent(String.self, forKey: .pattern)
        hint = try container.decodeIfPresent(String.self, forKey: .hint)
        initial = try container.decodeIfPresent(String.self, forKey: .initial)
    }

    private static func bounded(_ length: Int) -> Int { min(max(length, 0), lengthLimit) }

    /// Encodes what the field says.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encode(title, forKey: .title)
        try container.encode(kind, forKey: .kind)
        if isRequired { try container.encode(true, forKey: .required) }
        if !choices.isEmpty { try container.encode(choices, forKey: .choices) }
        try container.encodeIfPresent(minimumLength, forKey: .minlength)
        try container.encodeIfPresent(maximumLength, forKey: .maxlength)
        try container.encodeIfPresent(minimum, forKey: .min)
        try container.encodeIfPresent(maximum, forKey: .max)
        try container.encodeIfPresent(pattern, forKey: .pattern)
        try container.encodeIfPresent(hint, forKey: .hint)
        try container.encodeIfPresent(initial, forKey: .initial)
    }
}

extension Form {
    /// One value that is asked; the bounds have the names and the meaning that they have in HTML's `input`.
    public struct Field: Sendable, Equatable {
        /// The name of the value in the body.
        public var name: String
        /// What the person reads.
        public var title: String
        /// What the value must be.
        public var kind: Kind
        /// Whether it may not be left empty.
        public var isRequired = false
        /// What is chosen from, for a choice.
        public var choices: [Choice] = []
        /// The fewest characters of a text.
        public var minimumLength: Int?
        /// The most characters of a text.
        public var maximumLength: Int?
        /// The lowest number.
        public var minimum: Double?
        /// The highest number.
        public var maximum: Double?
        /// What a text must look like as a whole; see `TextPattern`. One that cannot be read is not asked for.
        public var pattern: String?
        /// What is to be typed, for people.
        public var hint: String?
        /// What it is where nothing is typed.
        public var initial: String?

        /// Describes a field.
        public init(_ name: String, _ title: String? = nil, kind: Kind = .text) {
            self.name = name
            self.title = title ?? name
            self.kind = kind
        }
    }

    /// What a value must be.
    public enum Kind: String, Sendable, Codable {
        /// Any text on one line.
        case text
        /// A text that nobody sees while it is typed.
        case secret
        /// A whole number.
        case integer
        /// A number.
        case number
        /// Yes or no.
        case boolean
        /// One of several values.
        case choice
    }

    /// One value of several.
    public struct Choice: Sendable, Equatable, Codable {
        /// The value in the body.
        public var value: String
        /// What the person reads.
        public var title: String

        /// Describes a choice.
        public init(_ value: String, _ title: String? = nil) {
            self.value = value
            self.title = title ?? value
        }
    }
}
