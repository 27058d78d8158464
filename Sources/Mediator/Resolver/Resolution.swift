/// What a resolver answers in place of a module.
public enum Resolution: Sendable, Equatable {
    /// A web page to show, by its `http` or `https` URL.
    case web(url: String)
    /// Another URL, resolved again with the origin of the request that asked.
    case redirect(url: String)
    /// A page that is described in the answer itself.
    case page(Page)
    /// A plugin that would answer, if it were installed.
    case module(ModuleOffer)
    /// There was something at the URL, and there is nothing any more.
    case gone(reason: String?)
    /// The URL is not for whoever asked.
    case denied(reason: String?)
    /// What is laid down beforehand; it is the answer to `ResolverTable.url` only.
    case table(ResolverTable)
}

extension Resolution {
    /// The kind of answer in words, for messages and traces.
    public var words: String {
        switch self {
        case .web(let url): "the web page \(url)"
        case .redirect(let url): "a redirect to \(url)"
        case .page(let page): "the page \"\(page.title)\""
        case .module(let offer): "the module \(offer.name) \(offer.version), which is not installed"
        case .gone: "that it is gone"
        case .denied: "that it is denied"
        case .table(let table): "its table \(table.version)"
        }
    }
}
