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
