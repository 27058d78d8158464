extension PageStack {
    /// Puts a page of an earlier session on the stack; nobody waits for it.
    @_spi(Host) public mutating func restore(
        _ page: Page, url: String, style: StackEntry.Style, origin: Origin, isRedacted: Bool, isWeb: Bool
    ) {
        var item = item(page, url: url, style: style)
        item.origin = origin
        item.isRedacted = isRedacted
        item.isWeb = isWeb
        items.append(item)
    }

    /// The page that stands for a web page; `nil` where the address is none.
    @_spi(Host) public static func webPage(_ address: String) -> Page? {
        guard let url = try? RouteURL(address), url.host != nil else { return nil }
        return Page(address) { Text("A web page; open \(address) in a browser.") }
    }
}
