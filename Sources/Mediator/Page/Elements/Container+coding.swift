extension Container: Codable {
    private enum Key: String, CodingKey { case id, state, reason, retry, callback, layout, elements }

    /// Decodes `{"elements":[…]}` with what else there is; a state that this version does not know is a failure.
    ///
    /// - Throws: `DecodingError` where it lies deeper than `depthLimit`.
    public init(from decoder: any Decoder) throws {
        let depth = decoder.codingPath.count { $0.stringValue == Key.elements.rawValue }
        let container = try decoder.container(keyedBy: Key.self)
        guard depth <= Self.depthLimit else {
            let text = "containers lie deeper than \(Self.depthLimit) within one another; take some away"
            throw DecodingError.dataCorruptedError(forKey: .elements, in: container, debugDescription: text)
        }
        id = try container.decodeIfPresent(String.self, forKey: .id)
        reason = try container.decodeIfPresent(String.self, forKey: .reason)
        retry = try container.decodeIfPresent(Action.self, forKey: .retry)
        callback = try container.decodeIfPresent(String.self, forKey: .callback).map(Callback.init(url:))
        layout = try container.decodeIfPresent(Layout.self, forKey: .layout) ?? Layout()
        content = try container.decodeIfPresent([PageElement].self, forKey: .elements) ?? []
        try decodeState(container)
    }

    private mutating func decodeState(_ container: KeyedDecodingContainer<Key>) throws {
        guard let word = try container.decodeIfPresent(String.self, forKey: .state) else { return }
        guard let known = State(rawValue: word) else {
            state = .failed
            reason = reason ?? "its state \"\(word)\" is not known here"
            return
        }
        state = known
    }

    /// Encodes what differs from an empty container in order.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(id, forKey: .id)
        if state != .ready { try container.encode(state, forKey: .state) }
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encodeIfPresent(retry, forKey: .retry)
        try container.encodeIfPresent(callback?.url, forKey: .callback)
        if layout != Layout() { try container.encode(layout, forKey: .layout) }
        try container.encode(content, forKey: .elements)
    }
}
