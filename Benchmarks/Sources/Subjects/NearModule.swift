// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import ModuleKit

/// A module whose requests are answered on this host, also while the host knows the routes of another host.
struct NearModule: Module {
    static let info = ModuleInfo("Near", "1.0", "Asks itself")

    let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Call("/near/text") { (request: Request) in try request.decode(as: String.self) }
        Call("/near/run/:count<int>") { request in try await ask(try request.parameters.value("count")) }
        // Begins once the routes of the other host are known.
        Call("/near/beside-many/:count<int>") { request in
            while (try? await context.call("app://many/9999/1", as: Int.self)) != 9999 {
                try await Task.sleep(for: .milliseconds(100))
            }
            return try await ask(try request.parameters.value("count"))
        }
    }

    private func ask(_ count: Int) async throws -> Int {
        for _ in 0..<count { _ = try await context.call("app://near/text", "text", as: String.self) }
        return count
    }
}

/// A module with 10,000 routes.
struct WideModule: Module {
    static let info = ModuleInfo("Wide", "1.0", "Has many routes")

    init(context: ModuleContext) {}

    var routes: [Route] {
        for number in 0..<10_000 { Call("/many/\(number)/:id<int>") { _ in number } }
    }
}

@c(switchboard_v1_Near)
public func switchboardNear(_ host: HostPointer) -> CInt { NearModule.export(to: host) }

@c(switchboard_v1_Wide)
public func switchboardWide(_ host: HostPointer) -> CInt { WideModule.export(to: host) }
