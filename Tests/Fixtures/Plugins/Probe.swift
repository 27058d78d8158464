// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Reports from within its own library whether casts to the SDK's types succeed there.
struct ProbeModule: Module {
    static let info = ModuleInfo("Probe", "1.0", "Looks at the host from a plugin").team("lookers")
    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }

    struct Casts: Codable { var page, module, error, value: Bool }
    struct Entry: Codable { let number: Int }
    struct Explosion: Error {}

    var rewrites: [Rewrite] { Rewrite("/probe/before/:to", to: "/probe/:to").deprecated(from: "2026-01-01") }

    var interceptors: [Interceptor] {
        Interceptor("idle", on: "/probe/anyone", after: ["Account.sesion", "Audit.log"])
    }

    var routes: [Route] {
        Fallback("/probe/help") { _ in Page("Help") {} }
        Open("/probe/help/me") { (_: Request) in Response.declined }
        Call("/probe/casts") { _ in
            Casts(
                page: Self.hidden(Page("x") {}) is any ResponseConvertible,
                module: Self.hidden(self) is any Module,
                error: await failure() is RequestError,
                value: try await context.call("app://probe/entry", as: Entry.self).number == 7)
        }
        Call("/probe/entry") { _ in Entry(number: 7) }
        Open("/probe/throws") { (_: Request) async throws -> Page in throw Explosion() }
        Open("/probe/escape") { _ in
            Page("bad\u{1B}[2Jtitle") {
                Text("a\u{7}b\u{9B}31m")
                Link("x\ny", to: "app://probe")
            }
        }
        Open("/probe/present") { _ in NavigationCommand.present(Page("Presented") {}) }
        Open("/probe/dismiss") { _ in NavigationCommand.dismiss(value: Payload(["picked": 7])) }
        Open("/probe/both") { (_: Request) async throws -> Page in
            async let first = context.open("app://probe/present", awaiting: [String: Int].self)
            async let second = context.open("app://probe/present", awaiting: [String: Int].self)
            let values = (try await first, try await second)
            return Page("Picked \(values.0?["picked"] ?? 0) and \(values.1?["picked"] ?? 0)") {}
        }
        Open("/probe/twice") { (_: Request) async throws -> Page in
            let first = try await context.open("app://probe/present", awaiting: [String: Int].self)
            // A caller that does not wait for the second page would continue in this time.
            try await Task.sleep(for: .milliseconds(100))
            let second = try await context.open("app://probe/present", awaiting: [String: Int].self)
            return Page("Picked \(first?["picked"] ?? 0) and \(second?["picked"] ?? 0)") {}
        }
        Open("/probe/done") { _ in Response.done }
        Call("/probe/itself") { _ in try await context.call("app://probe/itself", as: Int.self) }
        Open("/probe/script") { _ in NavigationCommand.web(url: "javascript:alert(1)") }
        Open("/probe/old") { _ in Response.redirect(to: "app://probe/older") }
        Open("/probe/older") { _ in Response.redirect(to: "app://probe/old") }
        Open("/probe/private", access: .internal) { _ in Page("Private") {} }
        Open("/probe/modules", access: .modules) { _ in Page("For modules") {} }
        Open("/probe/links") { _ in
            Page("Links") {
                Link("For anyone", to: "app://probe/anyone")
                Link("For modules", to: "app://probe/modules")
                Link("Private", to: "app://probe/private")
            }
        }
        Open("/probe/anyone") { _ in Page("For anyone") {} }
            .labelled("account.centre", "Look around").summary("A page | for anyone")
        Call("/probe/echo", taking: String.self) { text in text }
        Call("/probe/infinite") { _ in Double.infinity }
        Call("/probe/patient") { (_: Request) async throws -> Int in
            Self.tell("waits")
            do {
                try await Task.sleep(for: .seconds(600))
                return 0
            } catch {
                Self.tell("sees its cancellation")
                throw error
            }
        }
        Call(stream: "/probe/ticks") { _ in
            AsyncStream<Int> { continuation in
                continuation.yield(1)
                Self.tell("ticks")
            }
        }
        Call("/probe/stubborn") { (_: Request) async -> Int in
            Self.tell("waits")
            await withTaskCancellationHandler {
                await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            } onCancel: {
                Self.tell("pays no heed")
            }
            return 0
        }
        Call("/probe/never") { (_: Request) async -> Int in
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            return 0
        }
    }

    func stop() async { Self.tell("stops") }

    private static func tell(_ what: String) {
        guard getenv("PROBE_TELLS") != nil else { return }
        let line = "Probe \(what)\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }

    private func failure() async -> (any Error)? {
        do {
            try await context.open("app://nowhere/at/all/in/probe?x=%zz")
            return nil
        } catch let error as any Error {
            return error
        }
    }

    /// Keeps the compiler from deciding the cast itself.
    @inline(never) private static func hidden(_ value: Any) -> Any { value }
}

@c(switchboard_v1_Probe)
public func switchboardProbe(_ host: HostPointer) -> CInt { ProbeModule.export(to: host) }
