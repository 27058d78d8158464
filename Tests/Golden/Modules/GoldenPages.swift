// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Pages of every element, view models, forms, commands, rewrites, interceptors and refusals.
struct GoldenPagesModule: Module {
    static let info = ModuleInfo("GoldenPages", "1.2.3", "Pages and view models").team("golden")
    static let parameterTypes = [ParameterType("size", alternatives: ["small", "large"])]

    struct Home: Decodable, Sendable { let id: Int, size: String, note: String? }

    struct Greeting: Decodable, Sendable { let name: String, rooms: Int? }

    struct Refusal: Error, CustomStringConvertible { let description = "it is closed; come back tomorrow" }

    private let counter = CounterModel()

    init(context: ModuleContext) {}

    var routes: [Route] {
        Open("/golden-pages") { _ in Self.elements }
        Open("/golden-pages/home/:id<int>/:size<size>", taking: Home.self) { home in
            Page("Home \(home.id)") { Text("\(home.size), \(home.note ?? "no note")") }
        }.named("home").summary("One home").labelled("golden", "Homes")
        Open("/golden-pages/counter") { _ in Page("Counter", showing: counter) }
        Open("/golden-pages/moved") { _ in Response.redirect(to: "app://golden-pages/home/7/large") }
        Open("/golden-pages/picker") { _ in
            NavigationCommand.present(Page("Picker") { Link("Pick", to: "app://golden-pages/picked") })
        }
        Open("/golden-pages/picked") { _ in NavigationCommand.dismiss(value: Payload("picked")) }
        Open("/golden-pages/closed") { (_: Request) throws -> Page in throw Refusal() }
        Open("/golden-pages/guarded/:who") { request in Page("For \(request.parameters["who"] ?? "")") }
            .labelled("golden-guarded")
        Call("/golden-pages/greet", taking: Greeting.self, Request.self, access: .public) { greeting, request in
            "\(greeting.name), \(greeting.rooms ?? 0) rooms, from \(Self.words(request.origin))"
        }.sensitive("word")
    }

    var rewrites: [Rewrite] { Rewrite("/golden-pages/old/:id", to: "app://golden-pages/home/:id/small") }

    var interceptors: [Interceptor] {
        Interceptor("golden guard", onLabelled: "golden-guarded") { (request: Request) -> Decision in
            switch request.parameters["who"] {
            case "nobody": .refuse("nobody gets in; say who you are")
            case "guest": .redirect(to: "app://golden-pages/guarded/host")
            default: .pass
            }
        }
    }

    private static func words(_ origin: Origin) -> String {
        switch origin {
        case .module(let name): "module \(name)"
        case .shell: "shell"
        case .external: "external"
        @unknown default: "an origin that was not there"
        }
    }

    private static var elements: Page {
        Page("Elements") {
            Heading("Heading")
            Text("Warning").with(style: .warning)
            Field("Rent", "7200")
            Link("A home", to: "app://golden-pages/home/1/small")
            Image("The kitchen", at: "https://golden.example/kitchen.jpg")
            List(["One", "Two"]) { List.Item($0, to: "app://golden-pages/home/2/large").then { $0.detail = "detail" } }
            Table(["Home", .trailing("Rooms")], [3, 4]) { number in
                Table.Row(["Home \(number)", "\(number)"], to: "app://golden-pages/home/\(number)/small")
            }
            Form("Greet", calling: "app://golden-pages/greet") {
                TextField("name", "Name").required().length(1...20)
                SecretField("word", "Word")
                IntegerField("rooms", "Rooms").within(1...9).initially(2)
                BooleanField("pets", "Pets")
                ChoiceField("size", "Size", [Form.Choice("s", "Small"), Form.Choice("l", "Large")])
            }
            ProgressBar("Photos", fraction: 0.5)
            Action("Greet", calling: "app://golden-pages/greet?name=an%20action", then: .show)
            Container("prices") { Text("200") }.makeLayout(.indented(by: 2))
            Container("late") { Text("never") }
                .failed("no answer", retry: Action("Again", calling: "app://golden-pages/greet?name=again"))
        }
    }
}

/// A count that messages change, with a part that has a view model of its own.
final class CounterModel: ViewModel {
    enum Message: Codable { case add(Int), set(number: Int) }

    private let count = Live(0)
    private let unit = UnitModel()

    var content: [PageElement] {
        Field("Count", "\(count.value)")
        Action("One more", sending: .add(1))
        Form("Set", sending: "set") { IntegerField("number", "Number").required() }
        Container("unit", showing: unit)
    }

    func receive(_ message: Message) {
        switch message {
        case .add(let number): count.update { $0 += number }
        case .set(let number): count.value = number
        }
    }
}

/// A unit that its own action changes.
final class UnitModel: ViewModel {
    enum Message: Codable { case change }

    private let isMetric = Live(true)

    var content: [PageElement] {
        Field("Unit", isMetric.value ? "m" : "ft")
        Action("Change", sending: .change)
    }

    func receive(_ message: Message) { isMetric.update { $0.toggle() } }
}

@c(switchboard_v1_GoldenPages)
public func switchboardGoldenPages(_ host: HostPointer) -> CInt { GoldenPagesModule.export(to: host) }
