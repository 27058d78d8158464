// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Ends the process, or blocks its thread, as a request names it.
struct CulpritModule: Module {
    static let info = ModuleInfo("Culprit", "1.0", "Crashes and hangs")

    let context: ModuleContext

    init(context: ModuleContext) throws { self.context = context }

    func start() async throws {
        #if SLOW
            while true { try? await Task.sleep(for: .seconds(60)) }
        #endif
    }

    var routes: [Route] {
        Open("/culprit/:way") { (request: Request) -> Page in
            Self.end(try request.parameters.value("way"))
            return Page("Alive") {}
        }
        Open("/culprit/later/:way") { (request: Request) async throws -> Page in
            await Task.yield()
            Self.end(try request.parameters.value("way"))
            return Page("Alive") {}
        }
        Open("/culprit/secret/:word") { (request: Request) -> Page in
            Self.end("trap")
            return Page("Alive") {}
        }
        .sensitive("word")
        Open("/culprit/hang/:seconds") { (request: Request) async throws -> Page in
            let seconds: Int = try request.parameters.value("seconds")
            let end = ContinuousClock.now + .seconds(seconds)
            while .now < end, !Self.isReleased { await Self.rest() }
            return Page("Alive") {}
        }
    }

    #if !ISOLATED
        @DeclarationsBuilder<Interceptor> var interceptors: [Interceptor] {
            Interceptor("watch", on: "/rent/list") { _ in
                if let way = getenv("CULPRIT") { Self.end(String(cString: way)) }
                return .pass
            }
        }
    #endif

    /// Waits, also in a cancelled task, in which a sleep would end immediately and the loop would keep a core busy.
    private static func rest() async { await Task.detached { try? await Task.sleep(for: .milliseconds(20)) }.value }

    /// Whether a test has made the file that ends the waiting.
    private static var isReleased: Bool { getenv("CULPRIT_RELEASE").map { access($0, F_OK) == 0 } ?? false }

    private static func end(_ way: String) {
        switch way {
        case "trap": fatalError("at last")
        case "abort": abort()
        case "thread":
            var thread = pthread_t()
            pthread_create(&thread, nil, { _ in fatalError("apart") }, nil)
            while true { pause() }
        case "nothing": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        case "recursion": print(depth(1))
        case "kill":
            // Any thread may receive the signal, and its stack has no code of a module.
            kill(getpid(), SIGSEGV)
            while true { pause() }
        case "exit": exit(9)
        case "die": kill(getpid(), SIGKILL)
        case "block": while true { pause() }
        case "task": Task.detached { while true {} }
        default: break
        }
    }

    @inline(never) private static func depth(_ number: Int) -> Int { 1 + depth(number + 1) + number }
}

@c(switchboard_v1_Culprit)
public func entry(_ host: HostPointer) -> CInt { CulpritModule.export(to: host) }

/// Calls another module in its own handler.
struct BystanderModule: Module {
    static let info = ModuleInfo("Bystander", "1.0", "Is there when it happens")

    let context: ModuleContext

    init(context: ModuleContext) throws { self.context = context }

    var routes: [Route] {
        Open("/bystander/:way") { (request: Request) async throws -> Page in
            let way: String = try request.parameters.value("way")
            try await context.open("app://culprit/\(way)")
            return Page("Alive") {}
        }
    }
}

@c(switchboard_v1_Bystander)
public func entryOfBystander(_ host: HostPointer) -> CInt { BystanderModule.export(to: host) }
