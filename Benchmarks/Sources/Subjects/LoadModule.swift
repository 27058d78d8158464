// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import ModuleKit

/// A module that works as often as the URL says, and returns the resident memory of the processes in KiB.
struct LoadModule: Module {
    static let info = ModuleInfo("Load", "1.0", "Calls without end")

    let context: ModuleContext
    private let count = Count()

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Call("/load/memory") { (_: Request) in [residentKilobytes()] }
        Call("/load/ask/:module/:count<int>") { (request: Request) in
            let module: String = try request.parameters.value("module")
            for _ in 0..<(try request.parameters.value("count", as: Int.self)) {
                _ = try await context.call("app://\(module)/text", "a text", as: String.self)
            }
            return [residentKilobytes(), try await context.call("app://\(module)/memory", as: Int.self)]
        }
        Open("/load/page") { _ in Page("Count", showing: count) }
        Call("/load/change/:count<int>") { (request: Request) in
            for _ in 0..<(try request.parameters.value("count", as: Int.self)) {
                count.value.update { $0 += 1 }
                await Task.yield()
            }
            return [residentKilobytes()]
        }
    }
}

final class Count: ViewModel {
    enum Message: Codable { case none }

    let value = Live(0)

    var content: [PageElement] { Field("Count", "\(value.value)") }

    func receive(_ message: Message) async {}
}

@c(switchboard_v1_Load)
public func switchboardLoad(_ host: HostPointer) -> CInt { LoadModule.export(to: host) }
