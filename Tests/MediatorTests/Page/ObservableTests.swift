import ModuleKit
import Synchronization
import TestSupport
import Testing

@Suite struct `An observable value` {
    @Test func `tells an observer the value now, and each that follows`() {
        let heard = Mutex<[Int]>([])
        let value = Observable(1)
        let binding = value.bind { number in heard.withLock { $0.append(number) } }
        value.value = 2
        value.update { $0 += 1 }
        #expect(heard.withLock(\.self) == [1, 2, 3])
        withExtendedLifetime(binding) {}
    }

    @Test func `tells nobody whose binding is gone`() {
        let heard = Mutex<[Int]>([])
        let value = Observable(1)
        var binding: Binding? = value.bind { number in heard.withLock { $0.append(number) } }
        #expect(value.bindingCount == 1)
        withExtendedLifetime(binding) {}
        binding = nil
        value.value = 2
        #expect(value.bindingCount == 0)
        #expect(heard.withLock(\.self) == [1])
    }

    @Test func `may be changed by who is told of it`() {
        let heard = Mutex<[Int]>([])
        let value = Observable(0)
        let binding = value.bind { number in
            heard.withLock { $0.append(number) }
            if number < 5 { value.value = number + 1 }
        }
        #expect(heard.withLock(\.self) == [0, 1, 2, 3, 4, 5])
        withExtendedLifetime(binding) {}
    }

    @Test func `keeps the change of a closure that throws`() {
        let value = Observable(0)
        #expect(throws: CancellationError.self) {
            try value.update { number in
                number = 7
                throw CancellationError()
            }
        }
        #expect(value.value == 7)
    }

    @Test func `loses no change of many tasks, and tells the last one last`() async throws {
        let last = Mutex(-1)
        let value = Observable(0)
        let binding = value.bind { number in last.withLock { $0 = number } }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<1_000 { value.update { $0 += 1 } } } }
        }
        #expect(value.value == 8_000)
        // The task that tells may be a little behind the one that changed.
        try await Condition.becomesTrue { last.withLock(\.self) == 8_000 }
        withExtendedLifetime(binding) {}
    }
}
