/// A form that the user fills in; its values are the body of a call, or a message to the page's receiver.
///
/// ```swift
/// Form("Log in", calling: "app://account/login", then: .dismiss) {
///     ChoiceField("user", "Who are you?", users)
///     SecretField("password", "Password").required()
/// }
/// ```
public struct Form: PageContent, Sendable, Equatable {
    /// The text for the user, displayed above the fields and on the entry that submits the form.
    public var title: String
    /// The URL that is called with the values as its body, if the form is a call.
    public var url: RouteURL?
    /// The name of the message that sends the values to the surrounding receiver, if the form is not a call.
    public var message: String?
    /// The fields, in order.
    public var fields: [Field]
    /// The step after the call.
    public var completion: Completion?

    /// Creates a form that calls a URL, then performs a step; without a step, the navigator displays the call's value.
    /// - Throws: the error of `fields`.
    public init(
        _ title: String, calling url: RouteURL, then completion: Completion? = nil,
        @DeclarationsBuilder<Field> fields: () throws -> [Field]
    ) rethrows {
        self.title = title
        self.url = url
        self.completion = completion
        self.fields = try fields()
    }

    /// Creates a form that sends a message: an object in which the message's name is the key of the values.
    ///
    /// The receiver can decode the message as an enumeration case with labelled values.
    /// - Throws: the error of `fields`.
    public init(
        _ title: String, sending message: String, @DeclarationsBuilder<Field> fields: () throws -> [Field]
    ) rethrows {
        self.title = title
        self.message = message
        self.fields = try fields()
    }

    /// The form as an element.
    public var elements: [PageElement] { [.form(self)] }
}

extension Form: Codable {
    /// Decodes a form.
    /// - Throws: `DecodingError` if title or fields are missing, or two fields share a name, which would lose a value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decode(String.self, forKey: .title)
        url = try container.decodeIfPresent(RouteURL.self, forKey: .url)
        message = try container.decodeIfPresent(String.self, forKey: .message)
        completion = try container.decodeIfPresent(Completion.self, forKey: .completion)
        fields = try container.decode([Field].self, forKey: .fields)
        guard let name = repeatedNames.first else { return }
        throw DecodingError.dataCorruptedError(
            forKey: .fields, in: container,
            debugDescription: "two fields are named \"\(name)\"; give each its own name")
    }

    /// The names that more than one field has; a name is listed once for each repetition.
    @_spi(Host) public var repeatedNames: [String] {
        var seen: Set<String> = []
        return fields.map(\.name).filter { !seen.insert($0).inserted }
    }
}

extension Form.Field: Codable {
    private enum Key: String, CodingKey {
        case name, title, kind, required, choices, minlength, maxlength, min, max, pattern, hint, initial
    }

    /// The upper bound for a field's minimum length and maximum length in JSON, in characters.
    private static let lengthLimit = 1_000_000

    /// Decodes a field; an unknown kind counts as a text.
    ///
    /// A length below 0 or above 1,000,000 characters counts as the nearer bound.
    /// - Throws: `DecodingError` if the name is missing or a property has the wrong type.
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

    /// Encodes the field.
    /// - Throws: the encoder's error, such as for an infinite bound.
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
    /// A field of a form. In JSON, the bounds have the names and the meanings of attributes of HTML's `input` element.
    public struct Field: Sendable, Equatable {
        /// The name of the value in the body.
        public var name: String
        /// The text for the user.
        public var title: String
        /// The kind of value.
        public var kind: Kind
        /// Whether the value is required.
        public var isRequired = false
        /// The values to choose from, if the kind is `choice`.
        public var choices: [Choice] = []
        /// The minimum length of a text, in characters.
        public var minimumLength: Int?
        /// The maximum length of a text, in characters.
        public var maximumLength: Int?
        /// The minimum of a number.
        public var minimum: Double?
        /// The maximum of a number.
        public var maximum: Double?
        /// The pattern that the whole text must match (`TextPattern`); an invalid pattern has no effect.
        public var pattern: String?
        /// A description of the pattern for the user.
        public var hint: String?
        /// The value that is used if the user types nothing.
        public var initial: String?

        /// Creates a field.
        @_spi(Host) public init(_ name: String, _ title: String? = nil, kind: Kind = .text) {
            self.name = name
            self.title = title ?? name
            self.kind = kind
        }
    }

    /// The kind of a value.
    public enum Kind: String, Sendable, Codable {
        /// Any text on one line.
        case text
        /// A text that is invisible while it is typed.
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

    /// One of the values of a choice.
    public struct Choice: Sendable, Equatable, Codable {
        /// The value in the body.
        public var value: String
        /// The text for the user.
        public var title: String

        /// Creates a choice.
        public init(_ value: String, _ title: String? = nil) {
            self.value = value
            self.title = title ?? value
        }
    }
}
