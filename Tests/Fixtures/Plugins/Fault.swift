// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit
import Synchronization

/// Has the fault in the variable FAULT, at the stage in the variable STAGE (`make faults`). A scan does not have these
/// variables: a build for a scan has the fault in the name of its Swift module, after `Fault_`.
struct FaultModule: Module {
    static let info = ModuleInfo("Fault", "1.0", "Has the fault that is asked for")

    init(context: ModuleContext) throws { try Fault.happen(at: "scan") }

    func start() async throws { try Fault.happen(at: "start") }

    func stop() async { try? Fault.happen(at: "stop") }

    @RoutesBuilder var routes: [Route] {
        Call("/fault/ask") { (_: Request) -> String in
            try Fault.happen(at: "request")
            return "asked"
        }
        Call("/fault/ping") { _ in "alive" }
        if Fault.built == "duplicate route" { Call("/bystander/hello") { _ in "stolen" } }
    }
}

enum Fault {
    private static let gibibyte = 1 << 30

    struct Thrown: Error, CustomStringConvertible { let description = "it does not work; try another day" }

    static func word(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    static let built =
        "\(#fileID)".prefix { $0 != "/" }.dropFirst("Fault_".count).split(separator: "_").joined(separator: " ")

    static func happen(at stage: String) throws {
        guard stage == "scan" ? !built.isEmpty : word("STAGE") == stage else { return }
        switch stage == "scan" ? built : word("FAULT") {
        case "trap": fatalError("trapped")
        case "segfault": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        case "exit(0)", "exit": exit(0)
        case "hang": while true { pause() }
        case "1 GiB allocation":
            let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: gibibyte)
            for place in stride(from: 0, to: gibibyte, by: 4096) { memory[place] = 1 }
        case "endless output": while true { print("more and more output") }
        case "throw": throw Thrown()
        default: break
        }
    }
}

/// Answers before and after the fault, with a number that would restart in a new process.
final class BystanderModule: Module {
    static let info = ModuleInfo("Bystander", "1.0", "Is there when it happens")
    private let count = Atomic(0)

    init(context: ModuleContext) {}

    var routes: [Route] {
        Call("/bystander/hello") { _ in "hello \(self.count.add(1, ordering: .relaxed).newValue)" }
        // Changes the file in the variable CHANGED, as another program would during a session.
        Call("/bystander/change") { _ in
            let file = Fault.word("CHANGED").flatMap { fopen($0, "a") }
            defer { file.map { _ = fclose($0) } }
            return file.map { fputs("x", $0) } == nil ? "not changed" : "changed"
        }
    }
}

#if BYSTANDER
    @c(switchboard_v1_Bystander)
    public func switchboardBystander(_ host: HostPointer) -> CInt { BystanderModule.export(to: host) }
#else
    @c(switchboard_v1_Fault)
    public func switchboardFault(_ host: HostPointer) -> CInt { FaultModule.export(to: host) }
#endif
