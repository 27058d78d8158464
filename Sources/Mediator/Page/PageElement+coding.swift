extension PageElement: Codable {
    private enum Key: String, CodingKey { case kind }
    private enum Kind: String { case heading, text, field, link, image, list, table, form, progress, action, container }

    /// Decodes `{"kind":"text","text":…}` and its siblings.
    ///
    /// A kind that this version does not know becomes `unknown`, since whoever describes the page may be newer. A known
    /// kind that lacks something is an error that names the place.
    public init(from decoder: any Decoder) throws {
        let kind = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .kind)
        switch Kind(rawValue: kind) {
        case .heading: self = .heading(try Heading(from: decoder))
        case .text: self = .text(try Text(from: decoder))
        case .field: self = .field(try Field(from: decoder))
        case .link: self = .link(try Link(from: decoder))
        case .image: self = .image(try Image(from: decoder))
        case .list: self = .list(try List(from: decoder))
        case .table: self = .table(try Table(from: decoder))
        case .form: self = .form(try Form(from: decoder))
        case .progress: self = .progress(try ProgressBar(from: decoder))
        case .action: self = .action(try Action(from: decoder))
        case .container: self = .container(try Container(from: decoder))
        case nil: self = .unknown(try UnknownElement(from: decoder))
        }
    }

    /// Encodes the element with its kind.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .heading(let heading): try Self.encode(heading, as: .heading, to: encoder)
        case .text(let text): try Self.encode(text, as: .text, to: encoder)
        case .field(let field): try Self.encode(field, as: .field, to: encoder)
        case .link(let link): try Self.encode(link, as: .link, to: encoder)
        case .image(let image): try Self.encode(image, as: .image, to: encoder)
        case .list(let list): try Self.encode(list, as: .list, to: encoder)
        case .table(let table): try Self.encode(table, as: .table, to: encoder)
        case .form(let form): try Self.encode(form, as: .form, to: encoder)
        case .progress(let progress): try Self.encode(progress, as: .progress, to: encoder)
        case .action(let action): try Self.encode(action, as: .action, to: encoder)
        case .container(let container): try Self.encode(container, as: .container, to: encoder)
        case .unknown(let element): try element.encode(to: encoder)
        }
    }

    private static func encode(_ element: some Encodable, as kind: Kind, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(kind.rawValue, forKey: .kind)
        try element.encode(to: encoder)
    }
}
