// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Puts characters that move a cursor or reorder text everywhere where a module can put text.
struct HostileModule: Module {
    static let escape = "\u{1B}[2J\u{9B}31m\u{202E}\u{7}\u{200E}\u{61C}\u{200B}\u{FEFF}\u{E0041}"
    static let info = ModuleInfo("Hostile", "1.0", "Bad \(escape)")
    init(context: ModuleContext) {}

    struct Bad: Error, CustomStringConvertible { let description = "bad \(HostileModule.escape)\nsecond line" }

    var routes: [Route] {
        Open("/hostile/error") { (_: Request) async throws -> Page in throw Bad() }
        Open("/hostile/refusal") { _ in NavigationCommand.web(url: RouteURL("javascript:" + Self.escape)) }
        Call("/hostile/value") { _ in Self.escape }
        Open("/hostile/page") { _ in Self.page }
        Open("/hostile/asking") { _ in Page("Asking \(Self.escape)").asking("Leave \(Self.escape)?") }
        Open("/hostile/tabs") { _ in
            NavigationCommand.tabs([
                Tab("Tab \(Self.escape)", url: "app://hostile/page"), Tab("Other", url: "app://hostile/page"),
            ])
        }
        Open("/hostile/command") { _ in NavigationCommand.popTo(url: RouteURL(Self.escape)) }
        Open("/hostile/live") { _ in Page("Live \(Self.escape)", showing: HostileModel()) }
    }

    /// Every element, with hostile text in every text.
    static var page: Page {
        let bad = escape
        let url = RouteURL("app://hostile/" + bad)
        return Page("Page \(bad)\nsecond line") {
            Heading("Heading \(bad)")
            Text("Text \(bad)").with(style: Style(rawValue: bad))
            Field("Name \(bad)", "Value \(bad)")
            Link("Link \(bad)", to: url)
            Image("Image \(bad)", at: "app://hostile/\(bad)")
            List([
                List.Item("Item \(bad)", to: RouteURL(bad)).then { $0.detail = bad }, List.Item(bad, id: bad),
                List.Item("", id: bad),
            ])
            Table([Table.Column("Column \(bad)"), "Other"], rows: [Table.Row([bad, "tab\tbed"], to: RouteURL(bad))])
            Form("Form \(bad)", calling: url) {
                TextField("a", "A \(bad)").initially(bad)
                ChoiceField("b", "B", [Form.Choice(bad, bad)])
            }
            ProgressBar("Progress \(bad)", fraction: 0.5)
            Action("Action \(bad)", calling: url)
            Container("c") { Text("") }.failed("Reason \(bad)", retry: Action(bad, calling: url))
            PageElement.unknown(UnknownElement(kind: "kind \(bad)"))
            PageElement.unknown(UnknownElement(kind: "kind", fallback: bad))
        }
    }
}

final class HostileModel: ViewModel {
    let count = Live(0)
    var content: [PageElement] {
        Text("\(HostileModule.escape) \(count.value)")
        Action("Go", sending: 1)
    }
    func receive(_ message: Int) { count.update { $0 += message } }
}

struct HostileStart: Module {
    static let info = ModuleInfo("HostileStart", "1.0", "Bad")
    init(context: ModuleContext) throws { throw HostileModule.Bad() }
    var routes: [Route] { Open("/hostile/start") { _ in Page("") {} } }
}

@c(switchboard_v1_Hostile) public func a(_ host: HostPointer) -> CInt { HostileModule.export(to: host) }
@c(switchboard_v1_HostileStart) public func b(_ host: HostPointer) -> CInt { HostileStart.export(to: host) }
