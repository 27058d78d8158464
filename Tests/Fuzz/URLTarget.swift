/// Any text is a URL or an error. A URL's segments and a wildcard's text are the same after they are written and read.
func fuzzURL(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let text = Input(data, count).text else { return 0 }
    guard let url = try? RouteURL(parsing: text) else { return 0 }
    precondition(!url.segments.contains { ["", ".", ".."].contains($0) || $0.utf8.contains(0) }, "\(url.segments)")
    if url.host == nil, let parameters = try? RoutePattern("/*rest?").parameters(of: url) {
        precondition(parameters.segments("rest") == url.segments, "\(parameters.items) \(url.segments)")
    }
    let written = "/" + url.segments.map(PercentEncoding.segment).joined(separator: "/")
    let query = url.query.map { PercentEncoding.query($0.name) + "=" + PercentEncoding.query($0.value) }
    let whole = written + "?" + query.joined(separator: "&")
    guard whole.utf8.count <= RouteURL.maximumLength else { return 0 }
    guard let again = try? RouteURL(parsing: whole) else { preconditionFailure("\(whole) cannot be read") }
    precondition(again.segments == url.segments, "\(again.segments) \(url.segments)")
    precondition(again.query == url.query, "\(again.query) \(url.query)")
    return 0
}
