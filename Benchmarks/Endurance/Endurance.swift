// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// A module that answers with the text of the request, in a separate process or on another host.
struct EchoModule: Module {
    #if ISOLATED
        static let info = ModuleInfo("Echo", "1.0", "Answers with the text of the request").isolated()
    #else
        static let info = ModuleInfo("Echo", "1.0", "Answers with the text of the request")
    #endif

    init(context: ModuleContext) {}

    var routes: [Route] {
        Call("/echo/text") { (request: Request) in try request.decode(as: String.self) }
        Call("/echo/memory") { (_: Request) in residentKilobytes() }
    }
}

/// A module that calls Echo or changes a live page as often as the URL says, and returns the resident memory in KiB.
struct MeterModule: Module {
    static let info = ModuleInfo("Meter", "1.0", "Calls without end")

    let context: ModuleContext
    private let count = Count()

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Call("/meter/memory") { (_: Request) in [residentKilobytes()] }
        Call("/meter/ask/:count<int>") { (request: Request) in
            for _ in 0..<(try request.parameters.value("count", as: Int.self)) {
                _ = try await context.call("app://echo/text", "a text", as: String.self)
            }
            return [residentKilobytes(), try await context.call("app://echo/memory", as: Int.self)]
        }
        Open("/meter/page") { _ in Page("Count", showing: count) }
        Call("/meter/change/:count<int>") { (request: Request) in
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

private func residentKilobytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var (size, resident) = (0, 0)
    return withUnsafeMutablePointer(to: &size) { size in
        withUnsafeMutablePointer(to: &resident) { resident in
            withVaList([size, resident]) { vfscanf(file, "%ld %ld", $0) } == 2 ? resident.pointee * 4 : 0
        }
    }
}

@c(switchboard_v1_Echo)
public func switchboardEcho(_ host: HostPointer) -> CInt { EchoModule.export(to: host) }

@c(switchboard_v1_Meter)
public func switchboardMeter(_ host: HostPointer) -> CInt { MeterModule.export(to: host) }
