// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Has a secret word, in every kind of route.
struct VaultModule: Module {
    static let info = ModuleInfo("Vault", "1.0", "Says nothing")
    private let context: ModuleContext
    init(context: ModuleContext) { self.context = context }

    struct Trouble: Error {}

    /// Ends the host, or fails, if the test requests it.
    func start() async throws {
        let wish = getenv("VAULT").map { String(cString: $0) }
        if wish == "crash" { abort() }
        if wish == "fail" { throw Trouble() }
    }

    struct Entry: Codable, Sendable { let word: Int }

    var rewrites: [Rewrite] { Rewrite("/vault/old/:word", to: "/vault/open/:word").deprecated(from: "2026-01-01") }

    var routes: [Route] {
        Open("/vault/open/:word") { request in
            let word = request.parameters["word"] ?? ""
            context.log(.warning, "opened \(request.url) with \(word)", ["word": word, "said": [word]])
            return Page("Opened")
        }
        .sensitive("word")
        Open("/vault/login") { _ in Page("Logged in") }.sensitive("word")
        Open("/vault/lost/:word") { request in
            Response.redirect(to: "app://nowhere/\(request.parameters["word"] ?? "")")
        }
        .sensitive("word")
        Open("/vault/broken/:word") { request in Response.redirect(to: "no URL \(request.parameters["word"] ?? "")") }
            .sensitive("word")
        Open("/vault/shy/:word") { _ in Response.declined }.sensitive("word")
        Call("/vault/number/:word", taking: Entry.self) { entry in entry.word }.sensitive("word")
        Call("/vault/call") { (_: Request) in true }.sensitive("word")
        Open("/vault/tabs") { _ in
            NavigationCommand.tabs([Tab("Doors", url: "app://vault/login"), Tab("Vault", url: "app://vault/open/hush")])
        }
    }
}

@c(switchboard_v1_Vault)
public func switchboardVault(_ host: HostPointer) -> CInt { VaultModule.export(to: host) }
