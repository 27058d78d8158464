// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit
import Synchronization

/// Declares as much as the variable LC_CROWD requests, such as `equal routes 400`; with `late` only after its start.
///
/// Variables of that form reach the processes of scans and of isolated modules.
struct CrowdModule: Module {
    static let info = ModuleInfo("Crowd", "1.0", "Declares much")

    private final class Progress: Sendable { let isStarted = Atomic(false) }

    private let progress = Progress()

    init(context: ModuleContext) {}

    func start() async throws { progress.isStarted.store(true, ordering: .relaxed) }

    var routes: [Route] {
        Call("/crowd") { _ in true }
        for _ in numbers("equal routes") { Call("/crowd/equal/:id") { (_: Request) in true } }
        for number in numbers("alike routes") { Call("/crowd/a\(100_000 + number)-:id") { (_: Request) in true } }
        for number in numbers("routes") { Call("/crowd/\(number)") { _ in true } }
    }

    @DeclarationsBuilder<Rewrite> var rewrites: [Rewrite] {
        for _ in numbers("equal rewrites") { Rewrite("/crowd/old/:id", to: "/crowd") }
    }

    @DeclarationsBuilder<Interceptor> var interceptors: [Interceptor] {
        for number in numbers("interceptors") { Interceptor("\(number)", on: "/crowd/\(number)") { _ in .pass } }
    }

    private func numbers(_ kind: String) -> Range<Int> {
        var words = getenv("LC_CROWD").map { String(cString: $0).split(separator: " ").map(String.init) } ?? []
        if words.first == "late" {
            guard progress.isStarted.load(ordering: .relaxed) else { return 0..<0 }
            words.removeFirst()
        }
        guard words.dropLast().joined(separator: " ") == kind else { return 0..<0 }
        return 0..<(Int(words.last ?? "") ?? 0)
    }
}

@c(switchboard_v1_Crowd)
public func crowd(_ host: HostPointer) -> CInt { CrowdModule.export(to: host) }
