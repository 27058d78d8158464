/// What a person can choose on a page.
@_spi(Host) public enum PageChoice: Sendable, Equatable {
    /// A URL to open.
    case open(title: String, url: String)
    /// A URL to call.
    case call(title: String, url: String)
    /// A signal for the callback, if there is one.
    case signal(title: String, Payload, Callback?)
    /// Values to fill in, and then a call or a signal.
    case form(Form, Callback?)

    /// What the person reads.
    public var title: String {
        switch self {
        case .open(let title, _), .call(let title, _), .signal(let title, _, _): title
        case .form(let form, _): form.title
        }
    }
}

@_spi(Host) extension Page {
    /// All that can be chosen on the page, in the order in which it is shown.
    public var choices: [PageChoice] { Self.choices(of: elements, callback) }

    /// All elements, those of containers that show their content too.
    public var allElements: [PageElement] { Self.all(elements) }

    private static func all(_ elements: [PageElement]) -> [PageElement] {
        elements.flatMap { element -> [PageElement] in
            guard case .container(let container) = element, container.state == .ready else { return [element] }
            return [element] + all(container.content)
        }
    }

    private static func choices(of elements: [PageElement], _ callback: Callback?) -> [PageChoice] {
        elements.flatMap { choices(of: $0, callback) }
    }

    private static func choices(of element: PageElement, _ callback: Callback?) -> [PageChoice] {
        switch element {
        case .link(let link): [.open(title: link.title, url: link.url)]
        case .image(let image): [.open(title: image.caption, url: image.url)]
        case .action(let action): choice(action.title, nil, action.url, action.signal, callback)
        case .form(let form): [.form(form, callback)]
        case .list(let list): list.items.flatMap { choice($0.title, $0.url, nil, $0.signal, callback) }
        case .table(let table): table.rows.flatMap { choice($0.cells.first ?? "", $0.url, nil, $0.signal, callback) }
        case .container(let container):
            container.state == .ready
                ? choices(of: container.content, container.callback ?? callback)
                : container.retry.map { choices(of: .action($0), container.callback ?? callback) } ?? []
        default: []
        }
    }

    private static func choice(
        _ title: String, _ opened: String?, _ called: String?, _ signal: Payload?, _ callback: Callback?
    ) -> [PageChoice] {
        if let opened { return [.open(title: title, url: opened)] }
        if let called { return [.call(title: title, url: called)] }
        return signal.map { [.signal(title: title, $0, callback)] } ?? []
    }
}
