// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Pages that are hard to show, and forms and actions whose calls say what they were given.
struct ShowcaseModule: Module {
    static let info = ModuleInfo("Showcase", "1.0", "Pages that are hard to show")
    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }

    enum Signal: Codable { case refresh, search(city: String) }

    struct Refusal: Error, CustomStringConvertible { let description: String }

    var routes: [Route] {
        Open("/showcase/rows") { _ in
            Page("Rows") {
                Table(
                    ["Number", "Square"],
                    rows: Rows(count: 100_000) { place in
                        Table.Row(["\(place)", "\(place * place)"], to: "app://showcase/row/\(place)")
                    })
                Link("Behind the rows", to: "app://showcase/behind")
            }
        }
        Open("/showcase/row/:place") { (request: Request) in Page("Row \(request.parameters["place"] ?? "")") {} }
        Open("/showcase/behind") { _ in Page("Behind") {} }
        Open("/showcase/megabytes") { _ in Page("Megabytes") { Text(String(repeating: "房子", count: 1_750_000)) } }
        Open("/showcase/untitled") { _ in Page("") { Text("No title") } }
        Open("/showcase/twins") { _ in
            Page("Twins") {
                List([List.Item("first", id: "a"), List.Item("second", id: "a"), List.Item("third", id: "a")])
            }
        }
        Open("/showcase/form") { _ in
            Page("Form") {
                Form("Send", calling: "app://showcase/echo", fields: Self.fields)
                Form("Next", calling: "app://showcase/echo", fields: []).then {
                    $0.completion = .open(url: "app://showcase/behind")
                }
                Action("Call", calling: "app://showcase/echo")
                Action("Dismiss", calling: "app://showcase/echo").then { $0.completion = .dismiss }
                Action("Lost", throwing: "lost")
            }
        }
        Open("/showcase/presented") { _ in
            NavigationCommand.present(
                Page("Presented") {
                    Form("Choose", calling: "app://showcase/echo", fields: [.text("name")]).then {
                        $0.completion = .dismiss
                    }
                })
        }
        Open("/showcase/signals") { _ in
            Page("Signals") {
                Container("url", callback: "app://showcase/echo") { Action("To a URL", throwing: Signal.refresh) }
                Container("code", callback: { (signal: Signal) in throw Refusal(description: "got \(signal)") }) {
                    Form("To code", throwing: "search", fields: [.text("city")])
                    Container { Action("Within", throwing: Signal.refresh) }
                }
                Container("typed", callback: { (_: Int) in }) { Action("Of another type", throwing: Signal.refresh) }
            }
        }
        Call("/showcase/echo") { (request: Request) -> [String: String] in
            guard let body = request.body else { return ["body": "none"] }
            return ["body": String(decoding: try body.json(), as: UTF8.self)]
        }
    }

    private static let fields: [Form.Field] = [
        .text("name", "Name").required(), .integer("age", "Age").within(0...150), .secret("word", "Word"),
    ]
}

@c(switchboard_v1_Showcase)
public func switchboardShowcase(_ host: HostPointer) -> CInt { ShowcaseModule.export(to: host) }
