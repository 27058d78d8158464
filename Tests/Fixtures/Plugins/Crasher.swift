// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Ends the host, in each of the ways that have a separate exit code.
struct CrasherModule: Module {
    static let info = ModuleInfo("Crasher", "1.0", "Crashes")

    init(context: ModuleContext) {}

    var routes: [Route] {
        Call("/crasher/trap") { _ in pastTheEnd([]) }
        Call("/crasher/abort") { _ in givesUp() }
        Call("/crasher/memory") { _ in nowhere() }
    }
}

func pastTheEnd(_ numbers: [Int]) -> Int { numbers[7] }

func givesUp() -> Int { abort() }

func nowhere() -> Int { UnsafePointer<Int>(bitPattern: 8)?.pointee ?? 0 }

@c(switchboard_v1_Crasher)
public func switchboardCrasher(_ host: HostPointer) -> CInt { CrasherModule.export(to: host) }
