@_spi(Host) import ModuleKit
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A live value` {
    @Test func `a live value sends an observer its current value and every later value`() {
        let heard = Mutex<[Int]>([])
        let value = Live(1)
        let binding = value.bind { number in heard.withLock { $0.append(number) } }
        value.value = 2
        value.update { $0 += 1 }
        #expect(heard.withLock(\.self) == [1, 2, 3])
        withExtendedLifetime(binding) {}
    }

    @Test func `a live value does not notify an observer whose binding is released`() {
        let heard = Mutex<[Int]>([])
        let value = Live(1)
        var binding: Binding? = value.bind { number in heard.withLock { $0.append(number) } }
        #expect(value.bindingCount == 1)
        withExtendedLifetime(binding) {}
        binding = nil
        value.value = 2
        #expect(value.bindingCount == 0)
        #expect(heard.withLock(\.self) == [1])
    }

    @Test func `a live value gives its newest values to a task, until the task is cancelled`() async throws {
        let (value, heard) = (Live(1), Live([Int]()))
        let reader = Task {
            for await number in value.values { heard.update { $0.append(number) } }
            return true
        }
        for await numbers in heard.values {
            if numbers.last == 1 { value.value = 2 }
            if numbers.last == 2 { break }
        }
        reader.cancel()
        #expect(await reader.value)
        #expect(heard.value == [1, 2])
        #expect(value.bindingCount == 0)
    }

    @Test func `a live value stays alive while a task reads its values`() async {
        weak var kept: Live<Int>?
        func values() -> AsyncStream<Int> {
            let value = Live(1)
            kept = value
            return value.values
        }
        var heard: [Int] = []
        for await number in values() {
            heard.append(number)
            if number == 2 { break }
            kept?.value = 2
            #expect(kept != nil)
        }
        #expect(heard == [1, 2])
    }

    @Test func `an observer may change the live value that it observes`() {
        let heard = Mutex<[Int]>([])
        let value = Live(0)
        let binding = value.bind { number in
            heard.withLock { $0.append(number) }
            if number < 5 { value.value = number + 1 }
        }
        #expect(heard.withLock(\.self) == [0, 1, 2, 3, 4, 5])
        withExtendedLifetime(binding) {}
    }

    private final class Ending: Sendable {
        let atTheEnd: @Sendable () -> Void
        init(_ atTheEnd: @escaping @Sendable () -> Void) { self.atTheEnd = atTheEnd }
        deinit { atTheEnd() }
    }

    @Test func `the deinit of a released value may read the live value`() {
        let count = Mutex<Int?>(nil)
        let value = Live<Ending?>(nil)
        value.value = Ending { [weak value] in count.withLock { $0 = value?.bindingCount } }
        value.value = nil
        #expect(count.withLock(\.self) == 0)
    }

    private final class Model: ViewModel {
        let number = Live(0)
        var content: [PageElement] { Text("\(number.value)") }
    }

    @Test func `a live value informs its page of a change before its observers`() throws {
        let events = Mutex<[String]>([])
        let model = Model()
        let source = try #require(Page("Number", showing: model).liveSource)
        let bound = model.number.bind { number in events.withLock { $0.append("told \(number)") } }
        let (_, bindings) = source.elements { events.withLock { $0.append("changed") } }
        model.number.value = 1
        #expect(events.withLock(\.self) == ["told 0", "changed", "told 1"])
        withExtendedLifetime((bound, bindings)) {}
    }

    @Test func `a live value keeps and reports the change of a closure that throws`() {
        let heard = Mutex<[Int]>([])
        let value = Live(0)
        let binding = value.bind { number in heard.withLock { $0.append(number) } }
        #expect(throws: CancellationError.self) {
            try value.update { number in
                number = 7
                throw CancellationError()
            }
        }
        #expect(value.value == 7)
        #expect(heard.withLock(\.self) == [0, 7])
        withExtendedLifetime(binding) {}
    }

    @Test func `a live value keeps all changes of many tasks, and reports the last one last`() async throws {
        let last = Mutex(-1)
        let value = Live(0)
        let binding = value.bind { number in last.withLock { $0 = number } }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<1_000 { value.update { $0 += 1 } } } }
        }
        #expect(value.value == 8_000)
        // The task that notifies may lag behind the task that made the change.
        try await Condition.becomesTrue { last.withLock(\.self) == 8_000 }
        withExtendedLifetime(binding) {}
    }
}
