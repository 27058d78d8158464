// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// An app with one fault of each kind that a crawl finds.
struct MazeModule: Module {
    static let info = ModuleInfo("Maze", "1.0", "Leads nowhere").webServices("maze")

    struct Sign: APICall {
        typealias Answer = String
        let service = "maze"
        let path: RouteURL = "sign"
    }

    struct Visitor: Decodable {}

    let context: ModuleContext
    private let door = DoorModel()

    init(context: ModuleContext) { self.context = context }

    private static let links = [
        "table", "action", "door", "form", "secret", "loop", "sign", "session", "staff", "slow", "cell", "far", "large",
        "twins", "numbers", "ask", "stairs", "undeclared",
    ]

    var routes: [Route] {
        Open("/maze") { _ in Page("Maze") { for name in Self.links { Link(name, to: "app://maze/\(name)") } } }
        Open("/maze/table") { _ in
            Page("Table") { Table(["Way"], rows: [Table.Row(["North"], to: "app://maze/tabel")]) }
        }
        Open("/maze/action") { _ in
            Page("Action") {
                Action("Turn", calling: "app://maze/turn", then: .open(url: "app://maze"))
                Action("Open", calling: "app://maze/table")
                Action("Fall", calling: "app://maze/fall")
            }
        }
        Call("/maze/fall") { _ -> Bool in throw MazeError.hole }
        Open("/maze/door") { _ in Page("Door", showing: door) }
        Open("/maze/form") { _ in
            Page("Form") { Form("Ask", sending: "ask") { TextField("question", "Question") } }
        }
        Open("/maze/secret", access: .internal) { _ in Page("Secret") }
        Open("/maze/staff", access: .modules) { _ in Page("Staff") { Link("Maze", to: "app://maze") } }
        Open("/maze/loop") { _ in Response.redirect(to: "app://maze/loop/again") }
        Open("/maze/loop/again") { _ in Response.redirect(to: "app://maze/loop") }
        Open("/maze/sign") { _ in
            let sign = try await context.send(Sign())
            return Page("Sign") { Text(sign) }
        }
        Open("/maze/session") { _ in
            _ = try await context.call("app://account/session", as: Visitor.self)
            return Page("Session")
        }
        Open("/maze/slow") { _ in
            try await Task.sleep(for: .milliseconds(300))
            return Page("Slow")
        }
        Open("/maze/cell") { _ in NavigationCommand.root(Page("Cell")) }
        Open("/maze/far") { _ in Response.redirect(to: "app://maze/far/3") }
        Open("/maze/far/:left<int>") { request in
            let left: Int = try request.parameters.value("left")
            return left == 0 ? Page("Far").response : Response.redirect(to: "app://maze/far/\(left - 1)")
        }
        Open("/maze/city/:number<int>") { request in
            let number: Int = try request.parameters.value("number")
            return Page("House \(number)") {
                Link("Maze", to: "app://maze/city/0")
                for next in 1...4 where number * 4 + next < 10_000 {
                    Link("Next", to: "app://maze/city/\(number * 4 + next)")
                }
                for line in 1...40 { Text("A long line of the house \(number), which is line \(line).") }
            }
        }
        Open("/maze/twins") { _ in
            Page("Twins") { for name in ["one", "two"] { Link("More", to: "app://maze/twin-\(name)") } }
        }
        Open("/maze/numbers") { _ in
            Page("Numbers") {
                Form("Guess", calling: "app://maze/guess") { NumberField("number").required().within(1e30...1e31) }
            }
        }
        Call("/maze/guess") { _ in true }
        Open("/maze/ask") { _ in
            _ = try await context.open("app://maze/answer", awaiting: Bool.self)
            return Page("Asked")
        }
        Open("/maze/answer") { _ in
            NavigationCommand.present(Page("Answer") { Link("Why", to: "app://maze/why") })
        }
        Open("/maze/stairs") { _ in
            _ = try await context.open("app://maze/cellar")
            return Page("Stairs")
        }
        Open("/maze/cellar") { _ in Page("Cellar") { Link("Down", to: "app://maze/down") } }
        Open("/maze/large") { _ in Page("Large") { Text(String(repeating: "wall ", count: 1_000)) } }
        Open("/maze/alone/:name") { _ in Page("Alone") }
        Open("/maze/undeclared") { request in Page(try request.parameters.value("title")) }
    }
}

enum MazeError: Error, CustomStringConvertible {
    case hole

    var description: String { "there is a hole; walk around it" }
}

final class DoorModel: ViewModel {
    enum Message: Codable { case push }

    private let isOpen = Live(false)

    var content: [PageElement] {
        Action("Push", sending: .push)
        if isOpen.value { Link("Way out", to: "app://maze/exit") }
    }

    func receive(_ message: Message) { isOpen.value = true }
}

@c(switchboard_v1_Maze)
public func switchboardMaze(_ host: HostPointer) -> CInt { MazeModule.export(to: host) }
