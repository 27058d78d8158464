extension NavigationCommand: Codable {
    private enum Key: String, CodingKey {
        case command, page, value, url, count, tabs, name, commands, asks
        /// The key that replaces `value` if the value is an object, because an object never leaves the process.
        case hasObject
    }

    /// Decodes `{"command":"push","page":…}` or another command.
    /// - Throws: `DecodingError`, which names the missing or unknown part.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self = try Self.command(in: container)
        if try container.decodeIfPresent(Bool.self, forKey: .asks) == false { self = .unasked(plain) }
    }

    private static func command(in container: KeyedDecodingContainer<Key>) throws -> NavigationCommand {
        let page = { try container.decode(Page.self, forKey: .page) }
        let value = { try container.decodeIfPresent(Payload.self, forKey: .value) }
        let count = { try container.decodeIfPresent(Int.self, forKey: .count) ?? 1 }
        switch try container.decode(String.self, forKey: .command) {
        case "push": return .push(try page())
        case "present": return .present(try page())
        case "pop": return .pop
        case "dismiss": return .dismiss(value: try value())
        case "popToRoot": return .popToRoot
        case "replace": return .replace(try page())
        case "web": return .web(url: try container.decode(RouteURL.self, forKey: .url))
        case "popTo": return .popTo(url: try container.decode(RouteURL.self, forKey: .url))
        case "root": return .root(try page())
        case "back": return .back(try count())
        case "forward": return .forward(try count())
        case "tabs": return .tabs(try container.decode([Tab].self, forKey: .tabs))
        case "tab": return .tab(try container.decode(String.self, forKey: .name))
        case "sequence": return .sequence(try container.decode([NavigationCommand].self, forKey: .commands))
        case let name:
            throw DecodingError.dataCorruptedError(
                forKey: .command, in: container, debugDescription: "no navigation command is named \"\(name)\"")
        }
    }

    /// Encodes the command with its name, and `"asks":false` for an `unasked` command.
    /// - Throws: the encoder's error, such as for a page that has a message without a JSON form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .command)
        if case .unasked = self { try container.encode(false, forKey: .asks) }
        switch plain {
        case .push(let page), .present(let page), .replace(let page), .root(let page):
            try container.encode(page, forKey: .page)
        case .pop, .popToRoot, .unasked: break
        case .dismiss(let value): try Self.encode(value, in: &container)
        case .web(let url), .popTo(let url): try container.encode(url, forKey: .url)
        case .back(let count), .forward(let count): try container.encode(count, forKey: .count)
        case .tabs(let tabs): try container.encode(tabs, forKey: .tabs)
        case .tab(let name): try container.encode(name, forKey: .name)
        case .sequence(let commands): try container.encode(commands, forKey: .commands)
        }
    }

    private static func encode(_ value: Payload?, in container: inout KeyedEncodingContainer<Key>) throws {
        guard let value else { return }
        guard value.isEncodable else { return try container.encode(true, forKey: .hasObject) }
        try container.encode(value, forKey: .value)
    }
}

extension NavigationCommand {
    /// Returns the command with each page in it changed by a closure.
    @_spi(Host) public func mapPages(_ change: (Page) throws -> Page) rethrows -> NavigationCommand {
        switch self {
        case .push(let page): .push(try change(page))
        case .present(let page): .present(try change(page))
        case .replace(let page): .replace(try change(page))
        case .root(let page): .root(try change(page))
        case .sequence(let commands): .sequence(try commands.map { try $0.mapPages(change) })
        case .unasked(let command): .unasked(try command.mapPages(change))
        default: self
        }
    }
}
