import Synchronization

/// The code of a module for a stage of a request, as it is noted while it runs.
protocol NotedCode: AnyObject, Sendable {
    static var kind: ActivityTable.Kind { get }
    /// The module.
    var owner: String { get }
    /// The name of the code within its module.
    var notedName: String { get }
    var stage: Request.Stage { get }
    /// The number of the code in the table, 0 before its first note.
    var noteNumber: UInt32 { get }

    func keep(noteNumber: UInt32)
}

extension RouteTable.Entry: NotedCode {
    static var kind: ActivityTable.Kind { .handler }
    var notedName: String { route.pattern }
    var noteNumber: UInt32 { note.load(ordering: .relaxed) }
    func keep(noteNumber: UInt32) { note.store(noteNumber, ordering: .relaxed) }
}

extension InstalledInterceptor: NotedCode {
    static var kind: ActivityTable.Kind { .interceptor }
    var notedName: String { interceptor.name }
    var noteNumber: UInt32 { note.load(ordering: .relaxed) }
    func keep(noteNumber: UInt32) { note.store(noteNumber, ordering: .relaxed) }
}

extension ActivityTable {
    /// Notes that code begins to run for a request.
    @inline(__always)
    func begin(_ code: some NotedCode, for request: Request, _ active: ActiveRequest, holdsThread: Bool) -> Int? {
        var number = code.noteNumber
        if number == 0 { number = self.number(of: code) }
        return begin(number, holdsThread: holdsThread, request: active.id.number) {
            active.withNotedURL(for: request, $0)
        }
    }

    @inline(never)
    private func number<Code: NotedCode>(of code: Code) -> UInt32 {
        let number = number(Code.kind, of: code.owner, code.notedName)
        code.keep(noteNumber: number)
        return number
    }
}
