import Dispatch
import Foundation
import Testing

@testable import Mediator

@Suite struct `A published value` {
    /// So large that a reader is mostly in the middle of copying it, with marks that show from how many writes it is.
    private struct Wide: Sendable {
        private static let marks = [0, 2_047, 4_095, 6_143, 8_191]
        private var numbers = InlineArray<8_192, Int>(repeating: 0)

        /// The number that it was given, or `nil` where it is made of parts with different ones.
        var number: Int? {
            get { Self.marks.allSatisfy { numbers[$0] == numbers[0] } ? numbers[0] : nil }
            set { for mark in Self.marks { numbers[mark] = newValue ?? 0 } }
        }
    }

    /// How often the reader is held up while the writer goes on.
    private static let interruptions = 30

    @Test func `is read whole, and never an older one, while it is replaced`() {
        let published = Published(Wide())
        var (torn, older, newest) = (0, 0, 0)
        Interruption.accept {
            let writer = Self.write(published, interrupting: pthread_self())
            while Interruption.count < Self.interruptions {
                let number = published.current.number
                if let number, number < newest { older += 1 }
                if number == nil { torn += 1 }
                newest = max(newest, number ?? 0)
            }
            writer.wait()
        }
        #expect(torn == 0)
        #expect(older == 0)
        #expect(newest > 0)
    }

    private final class Mark: Sendable {}

    @Test func `lets go at once of what it replaces`() {
        weak var old: Mark?
        let published = Published<Mark?>(nil)
        do {
            let mark = Mark()
            old = mark
            published.update { _ in mark }
        }
        #expect(old != nil)
        published.update { _ in nil }
        #expect(old == nil)
    }

    /// Replaces the value again and again on a thread of its own, and interrupts the reader whenever it is back.
    private static func write(_ published: Published<Wide>, interrupting reader: pthread_t) -> DispatchGroup {
        let thread = DispatchGroup()
        thread.enter()
        Thread.detachNewThread {
            var value = Wide()
            var (number, sent) = (0, 0)
            while Interruption.count < interruptions {
                number += 1
                value.number = number
                if Interruption.count == sent {
                    sent += 1
                    Interruption.send(to: reader)
                }
                published.update { [value] _ in value }
            }
            thread.leave()
        }
        return thread
    }
}
