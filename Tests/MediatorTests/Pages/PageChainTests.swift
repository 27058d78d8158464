import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A chain of modifiers` {
    struct Narrow: Layoutable {
        let width: Int
        var layout: Layout { Layout.sideBySide.then { $0.width = width } }
    }

    @Test func `a chain applies a style, a change and a layout`() {
        let container = Text("a").with(style: .strong).then { $0.text += "b" }.makeLayout(Narrow(width: 30))
        #expect(container.content == [.text(Text("ab").with(style: .strong))])
        #expect(container.layout.axis == .horizontal)
        #expect(container.layout.width == 30)
    }

    @Test func `a chain changes the layout of a container instead of wrapping it`() {
        let container = Container("a") { Text("b") }.makeLayout(.indented(by: 2)).makeLayout(.centered)
        #expect(container.content == [.text(Text("b"))])
        #expect(container.layout == .centered)
    }

    @Test func `a chain changes a copy, not the original`() {
        let text = Text("a")
        _ = text.with(style: .failure).then { $0.text = "b" }
        #expect(text == Text("a"))
    }

    @Test(arguments: [(nil, nil), (.nan, nil), (-1, 0), (2, 1), (0.25, 0.25)] as [(Double?, Double?)])
    func `a fraction of progress is limited to 0 through 1, and NaN is unknown`(given: Double?, kept: Double?) {
        #expect(ProgressBar("a", fraction: given).fraction == kept)
    }

    @Test func `a fraction that a chain sets to NaN is unknown`() {
        #expect(ProgressBar("a", fraction: 0.5).then { $0.fraction = .nan }.fraction == nil)
    }
}

extension Layout {
    fileprivate func then(_ change: (inout Layout) -> Void) -> Layout {
        var layout = self
        change(&layout)
        return layout
    }
}
