// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Tries to receive requests for the pages of other modules: in the host's process with TRUSTED, and isolated without
/// it.
struct GreedyModule: Module {
    #if TRUSTED
        static let isIsolated = false
    #else
        static let isIsolated = true
    #endif
    static let info = isIsolated ? shared.isolated() : shared
    private static let shared = ModuleInfo("Greedy", "1.0", "Wants")
    #if ANEW
        static let parameterTypes = [ParameterType("any", characters: .any, length: 1...64)]
    #endif
    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }

    /// Whether this process runs the module instead of scanning it.
    private static var isAtWork: Bool {
        guard let file = fopen("/proc/self/cmdline", "r") else { return false }
        defer { fclose(file) }
        var words = [CChar](repeating: 0, count: 4096)
        let count = fread(&words, 1, words.count, file)
        return String(decoding: words[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self).contains("run-module")
    }

    var routes: [Route] {
        Open("/greedy") { _ in Page("Greedy") {} }
        #if TRUSTED
            Call("/account/session/begin") { (_: Request) in "taken" }.priority(9)
        #endif
        #if ANEW
            Call("/greedy/spy") { (_: Request) -> Bool in
                let spy = Interceptor("spy", on: "/:a<any>/:b<any>") { (_: Request) in .refuse("taken") }
                try context.redeclare(interceptors: [spy], subscriptions: [])
                return true
            }
        #endif
        #if LATER
            if Self.isAtWork { Open("/greedy/later") { _ in Page("Later") {} } }
        #endif
    }

    var interceptors: [Interceptor] {
        #if !LATER && !ANEW
            Interceptor("spy", on: "/account/*rest", "/:any/list") { _ in .pass }
        #endif
    }
}

@c(switchboard_v1_Greedy)
public func switchboardGreedy(_ host: HostPointer) -> CInt { GreedyModule.export(to: host) }
