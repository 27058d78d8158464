// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Answers with every kind of navigation command.
struct GuideModule: Module {
    static let info = ModuleInfo("Guide", "1.0", "Leads around")
    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Open("/guide/page/:name") { request in Self.page(request.parameters["name"] ?? "") }
        Open("/guide/secret/:word") { request in Self.page("Secret \(request.parameters["word"] ?? "")") }
            .sensitive("word")
        Open("/guide/form") { _ in Self.page("Form").asking("The form was not sent. Leave it?") }
        Open("/guide/home") { _ in NavigationCommand.popTo(url: "app://guide/page/home") }
        Open("/guide/root") { _ in NavigationCommand.root(Self.page("Root")) }
        Open("/guide/saved") { _ in NavigationCommand.unasked(.root(Self.page("Saved"))) }
        Open("/guide/login") { _ in NavigationCommand.present(Self.page("Guide login")) }
        Open("/guide/app") { _ in
            NavigationCommand.tabs([
                Tab("Homes", url: "app://guide/page/homes"), Tab("消息", url: "app://guide/page/messages"),
                Tab("Broken", url: "app://guide/nowhere/at/all"),
            ])
        }
        Open("/guide/vault") { _ in
            NavigationCommand.tabs([
                Tab("Homes", url: "app://guide/page/homes"), Tab("Vault", url: "app://guide/secret/hush"),
            ])
        }
        Open("/guide/messages") { _ in NavigationCommand.tab("消息") }
        Open("/guide/compare") { _ in NavigationCommand.sequence([.popToRoot, .push(Self.page("2 homes"))]) }
        Open("/guide/inner", access: .internal) { _ in Self.page("Inner") }
        Open("/guide/through") { (_: Request) async throws -> Response in
            try await context.open("app://guide/inner")
            return .done
        }
        Open("/guide/results") { (_: Request) async throws -> Page in
            let value = try await context.open("app://guide/login", awaiting: Int.self)
            return Self.page(value.map { "Got \($0)" } ?? "Got nothing")
        }
        Open("/guide/crash") { (_: Request) -> Page in abort() }
        Open("/guide/stuck") { (_: Request) -> Page in
            while true { sleep(1) }
        }
        Open("/guide/sign-in") { _ in
            Page("Sign in") {
                Form("Sign in", calling: "app://guide/done") {
                    TextField("name").required()
                    SecretField("word")
                }
            }
        }
        Call("/guide/done") { (_: Request) in true }
        Open("/guide/question") { _ in
            NavigationCommand.present(
                Page("Question") {
                    Form("Answer", calling: "app://guide/over", then: .dismiss) { TextField("name") }
                })
        }
        Call("/guide/over") { (_: Request) async throws -> Int in
            try await context.open("app://guide/login")
            return 7
        }
        Open("/guide/twice") { (_: Request) async throws -> Response in
            async let first = context.open("app://guide/root")
            async let second = context.open("app://guide/root")
            _ = try? await first
            _ = try? await second
            return .done
        }
        Open("/guide/answer/:value<int>") { request in
            NavigationCommand.dismiss(value: Payload(try request.parameters.value("value", as: Int.self)))
        }
    }

    private static func page(_ title: String) -> Page { Page(title) {} }
}

@c(switchboard_v1_Guide)
public func switchboardGuide(_ host: HostPointer) -> CInt { GuideModule.export(to: host) }
