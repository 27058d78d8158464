// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
public import ModuleKit

/// A module that answers with the text of the request, in this process or on another host.
struct EchoModule: Module {
    static let info = ModuleInfo("Echo", "1.0", "Answers with the text of the request")

    init(context: ModuleContext) {}

    var routes: [Route] {
        Call("/echo/text") { (request: Request) in try request.decode(as: String.self) }
        Call("/echo/memory") { (_: Request) in residentKilobytes() }
        // From then on, the process also answers bare NATS messages.
        Call("/echo/bare") { (_: Request) in try Nats.shared.get().answer("bare.echo") }
    }
}

/// The same module, which the host runs in a separate process.
struct ApartModule: Module {
    static let info = ModuleInfo("Apart", "1.0", "Answers with the text of the request").isolated()

    init(context: ModuleContext) {}

    var routes: [Route] {
        Call("/apart/text") { (request: Request) in try request.decode(as: String.self) }
        Call("/apart/memory") { (_: Request) in residentKilobytes() }
    }
}

/// Returns the resident memory of this process in KiB.
func residentKilobytes() -> Int {
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

@c(switchboard_v1_Apart)
public func switchboardApart(_ host: HostPointer) -> CInt { ApartModule.export(to: host) }
