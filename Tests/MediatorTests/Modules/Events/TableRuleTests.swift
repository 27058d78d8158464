@_spi(Host) import ModuleKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Rules for modules in a table` {
    private struct Rule: Codable, Sendable { let pattern: String }

    private let assembly = Assembly()
    private let log = Log()

    private func rules(_ patterns: String...) -> [Payload] { patterns.map { Payload(Rule(pattern: $0)) } }

    private func subscribe(_ owner: String, to name: String) throws {
        let log = log
        try assembly.subscribe(owner, to: .tableRules(name)) { (rules: [Rule]) in
            log.add("\(owner) \(name) \(rules.map(\.pattern).joined(separator: " "))")
        }
    }

    @Test func `rules reach only the subscribers to their name, and only if they changed`() async throws {
        try subscribe("A", to: "tracking")
        try subscribe("B", to: "flags")
        await assembly.mediator.publish(rules: ["tracking": rules("app://a", "app://b"), "flags": rules("app://c")])
        #expect(log.all.sorted() == ["A tracking app://a app://b", "B flags app://c"])
        await assembly.mediator.publish(rules: ["tracking": rules("app://a"), "flags": rules("app://c")])
        await assembly.mediator.publish(rules: ["tracking": rules("app://a")])
        #expect(log.all.suffix(2) == ["A tracking app://a", "B flags "])
    }

    @Test func `the current rules are sent to a module that subscribes later, and to it alone`() async throws {
        try subscribe("A", to: "tracking")
        await assembly.mediator.publish(rules: ["tracking": rules("app://a")])
        try subscribe("B", to: "tracking")
        await assembly.mediator.publishRules(to: "B")
        #expect(log.all == ["A tracking app://a", "B tracking app://a"])
    }

    @Test func `a module gets the newer rules last if they change during its first delivery`() async throws {
        let gate = TaskGate()
        let log = log
        try assembly.subscribe("B", to: .tableRules("tracking")) { (rules: [Rule]) in
            if rules.map(\.pattern) == ["app://old"] { await gate.pass() }
            log.add(rules.map(\.pattern).joined(separator: " "))
        }
        let first = Task { await assembly.mediator.publish(rules: ["tracking": rules("app://old")]) }
        try await Condition.becomesTrue { gate.arrivals == 1 }
        let second = Task { await assembly.mediator.publishRules(to: "B") }
        try await Condition.becomesTrue { gate.arrivals == 2 }
        await assembly.mediator.publish(rules: ["tracking": rules("app://new")])
        #expect(log.all == ["app://new"])
        gate.open()
        await first.value
        await second.value
        #expect(log.all.filter { $0 == "app://old" }.count == 2)
        #expect(log.all.last == "app://new")
    }

    @Test func `rules that a module cannot decode are reported once, with the module's name`() async throws {
        try assembly.subscribe("A", to: .tableRules("tracking")) { (_: [Int]) in }
        await assembly.mediator.publish(rules: ["tracking": rules("app://a")])
        #expect(assembly.notes.all.count == 1)
        #expect(assembly.notes.all.first?.hasPrefix("A failed at the event switchboard.rules.tracking") == true)
    }
}
