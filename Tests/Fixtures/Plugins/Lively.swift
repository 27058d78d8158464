// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_spi(Host) import Mediator
import ModuleKit
import Synchronization

/// Live pages that change after a call.
struct LivelyModule: Module {
    static let info = ModuleInfo("Lively", "1.0", "Changes when it is told")
    private let lines = LinesModel()
    private let shift = ShiftModel()
    init(context: ModuleContext) {}

    func stop() { lines.lines.value = ["stopped"] }

    var routes: [Route] {
        Open("/lively/lines") { _ in Page("Lines", showing: lines) }
        Open("/lively/line/:name") { request in Page("Line \(request.parameters["name"] ?? "")") }
        Open("/lively/parts") { _ in
            Page("Parts") {
                Text("This stays.")
                Container { Container("lines", showing: lines) }.makeLayout(.indented(by: 2))
            }
        }
        Open("/lively/new") { _ in Page("New", showing: LinesModel()) }
        Open("/lively/rows") { _ in Page("Rows", showing: shift) }
        Call("/lively/set", taking: [String].self) { lines -> Bool in
            self.lines.lines.value = lines
            return true
        }
        Call("/lively/shift", taking: Int.self) { number -> Bool in
            shift.first.value = number
            return true
        }
        Call("/lively/alive") { _ in LinesModel.alive.withLock(\.self) }
        Call("/lively/bound") { _ in lines.lines.bindingCount }
    }
}

final class LinesModel: ViewModel {
    static let alive = Mutex(0)

    enum Message: Codable { case add(String) }

    let lines = Live<[String]>([])

    init() { Self.alive.withLock { $0 += 1 } }
    deinit { Self.alive.withLock { $0 -= 1 } }

    var content: [PageElement] {
        List(lines.value.map { List.Item($0, to: "app://lively/line/\($0)") })
        Action("Add", sending: .add("added"))
    }

    func receive(_ message: Message) {
        switch message {
        case .add(let line): lines.update { $0.append(line) }
        }
    }
}

final class ShiftModel: ViewModel {
    let first = Live(0)

    var content: [PageElement] {
        let first = first.value
        Table(
            ["Number"],
            rows: Rows(count: 100_000) { Table.Row(["\($0 + first)"], to: "app://lively/line/\($0 + first)") })
    }
}

@c(switchboard_v1_Lively)
public func switchboardLively(_ host: HostPointer) -> CInt { LivelyModule.export(to: host) }
