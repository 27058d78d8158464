@_spi(Host) import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A view model` {
    final class CounterModel: ViewModel {
        enum Message: Codable { case add(Int), set(number: Int) }

        private let count = Live(0)
        private let unit = UnitModel()

        var content: [PageElement] {
            Field("Count", "\(count.value)")
            Action("One more", sending: .add(1))
            Form("Set", sending: "set") { IntegerField("number").required() }
            Container("unit", showing: unit)
        }

        func receive(_ message: Message) {
            switch message {
            case .add(let number): count.update { $0 += number }
            case .set(let number): count.value = number
            }
        }
    }

    final class UnitModel: ViewModel {
        struct Message: Codable { let unit: String }

        private let unit: Live<String>
        init(unit: String = "pieces") { self.unit = Live(unit) }

        var content: [PageElement] {
            Text(unit.value)
            Action("Boxes", sending: Message(unit: "boxes"))
        }

        func receive(_ message: Message) { unit.value = message.unit }
    }

    struct CounterModule: Module {
        static let info = ModuleInfo("Counter", "1.0", "Counts")
        private let counter = CounterModel()
        init(context: ModuleContext) {}
        var routes: [Route] { Open("/counter") { _ in Page("Counter", showing: counter) } }
    }

    @Test func `a view model receives choices, and its page shows the changes`() async throws {
        let harness = try await ModuleHarness(CounterModule.self)
        try await harness.open("app://counter")
        #expect(harness.page?.elements.first == .field(Field("Count", "0")))
        try await harness.choose("One more")
        #expect(harness.page?.elements.first == .field(Field("Count", "1")))
        try await harness.choose("Set", filling: ["number": "40"])
        try await harness.choose("One more")
        #expect(harness.page?.elements.first == .field(Field("Count", "41")))
    }

    @Test func `a message from a part goes to the part's view model`() async throws {
        let harness = try await ModuleHarness(CounterModule.self)
        try await harness.open("app://counter")
        try await harness.choose("Boxes")
        guard case .container(let container) = harness.page?.elements.last else {
            Issue.record("there is no container")
            return
        }
        #expect(container.content.first == .text(Text("boxes")))
    }

    struct PartsModule: Module {
        static let info = ModuleInfo("Parts", "1.0", "Has parts")
        private let unit = UnitModel()
        init(context: ModuleContext) {}
        var routes: [Route] {
            Open("/parts") { _ in
                Page("Parts") {
                    Text("It has no view model.")
                    Container { Container("unit", showing: unit) }
                }
            }
        }
    }

    @Test func `a part's view model updates a page without a view model`() async throws {
        let harness = try await ModuleHarness(PartsModule.self)
        try await harness.open("app://parts")
        let before = try #require(harness.page)
        try await harness.choose("Boxes")
        let after = try #require(harness.page)
        #expect(before != after)
        #expect(
            after.elements == [
                .text(Text("It has no view model.")),
                .container(Container { Container("unit", showing: UnitModel(unit: "boxes")) }),
            ])
    }

    @Test func `a harness refuses a choice that is not on the page, and an incomplete form`() async throws {
        let harness = try await ModuleHarness(CounterModule.self)
        try await harness.open("app://counter")
        let there = ["One more", "Set", "Boxes"]
        await #expect(throws: HarnessError.nothingToChoose(title: "Fewer", choices: there)) {
            try await harness.choose("Fewer")
        }
        let fault = FormFault("\"number\" is empty; type something")
        await #expect(throws: fault) { try await harness.choose("Set") }
    }

    @Test func `the check accepts a view model that follows the rules`() {
        #expect(ViewModelCheck.faults { CounterModel() } == [])
    }

    // MARK: View models that break the rules

    final class HoldingModel: ViewModel {
        private let page = Live(Page("") {})
        var content: [PageElement] { for element in page.value.elements { element } }
    }

    final class OuterModel: ViewModel {
        private let part = HoldingModel()
        var content: [PageElement] { Container("part", showing: part) }
    }

    final class UnsteadyModel: ViewModel {
        private let count = Live(0)
        var content: [PageElement] { Text("\(count.update { $0 += 1; return $0 })") }
    }

    final class TwinsModel: ViewModel {
        var content: [PageElement] {
            Container { List([List.Item("a", id: "1"), List.Item("b", id: "1")]) }
            Table([], rows: [Table.Row([], id: "2"), Table.Row([], id: "2")])
        }
    }

    final class ForeignModel: ViewModel {
        enum Message: Codable {
            case known
            case write(text: String, count: Int, isLate: Bool, size: String)
        }

        @PageBuilder var content: [PageElement] {
            ModuleKit.Action("Go", sending: ["unknown": 1])
            Form("Right", sending: "write") {
                TextField("text").required().length(3...9).matching("[A-Z]{3}", hint: "")
                IntegerField("count").within(5...9)
                BooleanField("isLate")
                ChoiceField("size", nil, [Form.Choice("s")])
            }
            Form("Misspelt", sending: "wrte") { TextField("text") }
            Form("Incomplete", sending: "write") { TextField("text") }
        }
        func receive(_ message: Message) {}
    }

    final class PatternModel: ViewModel {
        var content: [PageElement] { Form("", calling: "app://x") { TextField("a").matching("(b)", hint: "") } }
    }

    final class RepeatingModel: ViewModel {
        var content: [PageElement] {
            Form("Ask", calling: "app://x") { for name in ["a", "b", "a"] { TextField(name) } }
        }
    }

    final class LeakingModel: ViewModel {
        private let count = Live(0)
        private let binding = Live<Binding?>(nil)
        init() { binding.value = count.bind { _ in _ = self.content } }
        var content: [PageElement] { Text("\(count.value)") }
    }

    @Test func `the check finds each rule that a view model breaks`() throws {
        let holding = ViewModelCheck.faults { HoldingModel() }
        #expect(holding == [.holdsView(property: "page", type: "Live<Page>")])
        #expect(ViewModelCheck.faults { OuterModel() } == holding)
        #expect(ViewModelCheck.faults { UnsteadyModel() } == [.unsteady])
        #expect(ViewModelCheck.faults { TwinsModel() } == [.duplicateIdentity("1"), .duplicateIdentity("2")])
        let foreign = ViewModelCheck.faults { ForeignModel() }.map { "\($0)" }
        #expect(foreign.count == 3)
        for (fault, title) in zip(foreign, ["Go", "Misspelt", "Incomplete"]) {
            #expect(fault.hasPrefix("\"\(title)\" sends a message of another type"), "\(fault)")
        }
        #expect(ViewModelCheck.faults { PatternModel() } == [.unreadablePattern(field: "a", pattern: "(b)")])
        #expect(ViewModelCheck.faults { RepeatingModel() } == [.repeatedField("a", form: "Ask")])
        #expect(ViewModelCheck.faults { LeakingModel() } == [.staysAlive])
    }
}
