/// One element of a page.
public enum PageElement: Sendable, Equatable {
    /// A line that names what follows.
    case heading(Heading)
    /// A paragraph.
    case text(Text)
    /// A name and its value.
    case field(Field)
    /// A way to another URL.
    case link(Link)
}

extension PageElement: Codable {
    private enum Key: String, CodingKey { case kind, text, name, value, title, url }
    private enum Kind: String, Codable { case heading, text, field, link }

    /// Decodes `{"kind":"text","text":…}` and its siblings.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .heading: self = .heading(Heading(try container.decode(String.self, forKey: .text)))
        case .text: self = .text(Text(try container.decode(String.self, forKey: .text)))
        case .field:
            self = .field(
                Field(
                    try container.decode(String.self, forKey: .name),
                    try container.decode(String.self, forKey: .value)))
        case .link:
            self = .link(
                Link(
                    try container.decode(String.self, forKey: .title),
                    to: try container.decode(String.self, forKey: .url)))
        }
    }

    /// Encodes the element with its kind.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .heading(let heading):
            try container.encode(Kind.heading, forKey: .kind)
            try container.encode(heading.text, forKey: .text)
        case .text(let text):
            try container.encode(Kind.text, forKey: .kind)
            try container.encode(text.text, forKey: .text)
        case .field(let field):
            try container.encode(Kind.field, forKey: .kind)
            try container.encode(field.name, forKey: .name)
            try container.encode(field.value, forKey: .value)
        case .link(let link):
            try container.encode(Kind.link, forKey: .kind)
            try container.encode(link.title, forKey: .title)
            try container.encode(link.url, forKey: .url)
        }
    }
}
