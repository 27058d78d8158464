/// The code of a module for a stage of a request, as it is noted while it runs.
protocol NotedCode: AnyObject, Sendable {
    static var kind: ActivityTable.Kind { get }
    /// The module.
    var owner: String { get }
    /// The name of the code within its module.
    var notedName: String { get }
    /// The stage in which it runs.
    var stage: Stage { get }
}

extension RouteTable.Entry: NotedCode {
    static var kind: ActivityTable.Kind { .handler }
    var notedName: String { route.pattern }
}

extension InstalledInterceptor: NotedCode {
    static var kind: ActivityTable.Kind { .interceptor }
    var notedName: String { interceptor.name }
}

extension ActivityTable {
    /// Notes that code begins to run for a request.
    @inline(__always)
    func begin<Code: NotedCode>(_ code: Code, for request: Request, _ active: ActiveRequest) -> Int? {
        begin(
            Code.kind, of: code.owner, code.notedName, request: active.id.number,
            url: active.notedURL(for: request.url))
    }
}
