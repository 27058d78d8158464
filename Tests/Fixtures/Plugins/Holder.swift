// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit
import Synchronization

/// Blocks its thread forever, and reports that on standard error; the report of its end goes into a file.
struct HolderModule: Module {
    static let info = ModuleInfo("Holder", "1.0", "Holds what it is given")

    init(context: ModuleContext) {}

    var routes: [Route] {
        Call("/holder/thread") { (_: Request) async -> Int in Self.hold() }
        Open("/holder/view") { _ in Page("View", showing: HoldingModel()) }
        Open("/holder/form") { _ in
            Page("Form") { Form("Sign in", calling: "app://holder/prints") { SecretField("word", "Word") } }
        }
        Call("/holder/prints") { (_: Request) -> Int in
            print("printed by Swift")
            _ = "written by C\n".withCString { write(STDOUT_FILENO, $0, strlen($0)) }
            return 7
        }
        Call("/holder/ready") { _ in 7 }
    }

    func stop() async {
        guard let path = getenv("HOLDER_TELLS") else { return }
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        _ = "stopped\n".withCString { write(file, $0, strlen($0)) }
        close(file)
    }

    static func hold() -> Int {
        _ = "Holder holds\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
        while true { sleep(60) }
    }
}

final class HoldingModel: ViewModel {
    enum Message: Codable { case none }

    private let readings = Mutex(0)

    /// The first reading is for the handler, and the later readings are for the navigator.
    var content: [PageElement] {
        let reading = readings.withLock {
            $0 += 1
            return $0
        }
        Text(reading == 1 ? "once" : "held by \(HolderModule.hold())")
    }

    func receive(_ message: Message) async {}
}

@c(switchboard_v1_Holder)
public func entry(_ host: HostPointer) -> CInt { HolderModule.export(to: host) }
