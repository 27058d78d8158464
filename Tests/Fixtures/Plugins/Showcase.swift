// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Pages that are hard to show, and forms and actions whose calls report their input.
struct ShowcaseModule: Module {
    static let info = ModuleInfo("Showcase", "1.0", "Pages that are hard to show")
    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }

    enum Message: Codable { case refresh, search(city: String) }

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
                Form("Send", calling: "app://showcase/echo") {
                    TextField("name", "Name").required()
                    IntegerField("age", "Age").within(0...150)
                    SecretField("word", "Word")
                }
                Form("Next", calling: "app://showcase/echo", then: .open(url: "app://showcase/behind")) {}
                Action("Call", calling: "app://showcase/echo")
                Action("Dismiss", calling: "app://showcase/echo", then: .dismiss)
                Action("Lost", sending: "lost")
            }
        }
        Open("/showcase/presented") { _ in
            NavigationCommand.present(
                Page("Presented") {
                    Form("Choose", calling: "app://showcase/echo", then: .dismiss) { TextField("name") }
                })
        }
        Open("/showcase/messages") { _ in
            Page("Messages") {
                Container("url", sendingTo: "app://showcase/echo") { Action("To a URL", sending: Message.refresh) }
                Container("code", receiving: { (message: Message) in throw Refusal(description: "got \(message)") }) {
                    Form("To code", sending: "search") { TextField("city") }
                    Container { Action("Within", sending: Message.refresh) }
                }
                Container("typed", receiving: { (_: Int) in }) { Action("Of another type", sending: Message.refresh) }
            }
        }
        Call("/showcase/echo") { (request: Request) -> [String: String] in
            guard let body = request.body else { return ["body": "none"] }
            return ["body": String(decoding: try body.json(), as: UTF8.self)]
        }
    }
}

@c(switchboard_v1_Showcase)
public func switchboardShowcase(_ host: HostPointer) -> CInt { ShowcaseModule.export(to: host) }
