@_spi(Host) import ModuleKit
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(2))) struct `A transaction of a module` {
    private struct Stop: Error, Equatable {}

    private func with(_ body: (OpenStorage) async throws -> Void) async throws {
        try await StorageFolder.with { folder in
            let open = try folder.open()
            try await open.records(Home.self).insert(Home(id: 1))
            try await body(open)
            await open.close()
        }
    }

    @Test func `all changes of a transaction's closure are committed, or none`() async throws {
        try await with { open async throws in
            let records = open.records(Home.self)
            let count = try await open.storage.transaction {
                try await records.insert([Home(id: 2), Home(id: 3)])
                try await records.where(\.id == 1).delete()
                return try await records.count()
            }
            #expect(count == 2)
            await #expect(throws: Stop()) {
                try await open.storage.transaction {
                    try await records.delete()
                    throw Stop()
                }
            }
            #expect(try await records.sorted(by: \.id).all().map(\.id) == [2, 3])
        }
    }

    // openclaw#112950: a large transaction leaves a large log.
    @Test func `the log of a large transaction shrinks with the next transactions`() async throws {
        try await StorageFolder.with { folder in
            let open = try folder.open()
            let records = open.records(Home.self)
            try await records.insert((1...8).map { Home(id: $0, plan: [UInt8](repeating: 1, count: 1 << 20)) })
            let log = folder.records + "-wal"
            #expect(try folder.contents(of: log).count > 4 << 20)
            for id in 9...12 { try await records.insert(Home(id: id)) }
            #expect(try folder.contents(of: log).count <= 1 << 20)
            await open.close()
        }
    }

    @Test func `a failed operation does not undo the rest of its transaction`() async throws {
        try await with { open async throws in
            let records = open.records(Home.self)
            try await open.storage.transaction {
                try await records.insert(Home(id: 2))
                await #expect(throws: StorageError(.duplicate(table: "Home"))) {
                    try await records.insert([Home(id: 3), Home(id: 1)])
                }
                #expect(try await records.count() == 2)
            }
            #expect(try await records.sorted(by: \.id).all().map(\.id) == [1, 2])
        }
    }

    @Test func `a table is created again after the transaction that created it failed`() async throws {
        try await StorageFolder.with { folder in
            let open = try folder.open()
            await #expect(throws: Stop()) {
                try await open.storage.transaction {
                    try await open.records(Home.self).insert(Home(id: 1))
                    throw Stop()
                }
            }
            #expect(try await open.records(Home.self).count() == 0)
        }
    }

    @Test func `a nested transaction is refused`() async throws {
        try await with { open async throws in
            try await open.storage.transaction {
                _ = await #expect(throws: StorageError(.nestedTransaction)) { try await open.storage.transaction {} }
            }
        }
    }

    @Test func `operations of other tasks wait for the end of a transaction`() async throws {
        try await with { open async throws in
            let records = open.records(Home.self)
            let (begun, mayEnd) = (TaskGate(), TaskGate())
            async let transaction: Void = open.storage.transaction {
                try await records.insert(Home(id: 2))
                begun.open()
                await mayEnd.pass()
                try await records.insert(Home(id: 3))
            }
            await begun.pass()
            let count = Task { try await records.count() }
            let other = Task { try await open.storage.transaction { try await records.insert(Home(id: 4)) } }
            mayEnd.open()
            try await transaction
            #expect(try await count.value >= 3)
            try await other.value
            #expect(try await records.count() == 4)
        }
    }

    @Test func `an operation that outlives its transaction is refused`() async throws {
        try await with { open async throws in
            let gate = TaskGate()
            let late = try await open.storage.transaction {
                Task {
                    await gate.pass()
                    try await open.records(Home.self).delete()
                }
            }
            gate.open()
            await #expect(throws: StorageError(.transactionOver)) { _ = try await late.value }
            #expect(try await open.records(Home.self).count() == 1)
        }
    }

    @Test func `the storage of another module can be used within a transaction`() async throws {
        try await StorageFolder.with { folder in
            let (one, other) = (try folder.open("One"), try folder.open("Two"))
            try await one.storage.transaction {
                try await one.records(Home.self).insert(Home(id: 1))
                try await other.storage.transaction {
                    try await other.records(Home.self).insert(Home(id: 2))
                    try await one.records(Home.self).insert(Home(id: 3))
                }
            }
            #expect(try await one.records(Home.self).count() == 2)
            #expect(try await other.records(Home.self).count() == 1)
        }
    }

    @Test func `a transaction that is open when the storage closes is rolled back`() async throws {
        try await StorageFolder.with { folder in
            let open = try folder.open()
            try await open.records(Home.self).insert(Home(id: 1))
            await #expect(throws: StorageError(.transactionOver)) {
                try await open.storage.transaction {
                    try await open.records(Home.self).delete()
                    await open.close()
                    let late = await Task { try await open.records(Home.self).insert(Home(id: 2)) }.result
                    #expect(throws: StorageError(.closed)) { try late.get() }
                }
            }
            #expect(try await folder.open().records(Home.self).all().map(\.id) == [1])
        }
    }

    @Test func `many tasks change a record at the same time without a lost change`() async throws {
        struct Counter: Record { var id: Int; var value: Int }
        try await StorageFolder.with { folder in
            let open = try folder.open()
            let counters = open.records(Counter.self)
            try await counters.insert(Counter(id: 1, value: 0))
            try await withThrowingTaskGroup { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await open.storage.transaction {
                            guard var counter = try await counters.first() else { return }
                            counter.value += 1
                            try await counters.update(counter)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await counters.first()?.value == 50)
        }
    }

    @Test func `a storage that closes unlocks the file for others, and refuses the operations that wait`() async throws
    {
        try await StorageFolder.with { folder in
            let (open, other) = (try folder.open(), try folder.open())
            try await open.records(Home.self).insert(Home(id: 1))
            let (begun, end) = (Promise<Void>(), Promise<Void>())
            let hanging = Task {
                try await open.storage.transaction {
                    try await open.records(Home.self).delete()
                    begun.fulfill(())
                    await end.wait()
                }
            }
            await begun.wait()
            let waiting = Task { try await open.records(Home.self).count() }
            await open.close()
            try await other.records(Home.self).insert(Home(id: 2))
            await #expect(throws: StorageError(.closed)) { try await waiting.value }
            end.fulfill(())
            await #expect(throws: StorageError(.transactionOver)) { try await hanging.value }
            #expect(try await other.records(Home.self).sorted(by: \.id).all().map(\.id) == [1, 2])
        }
    }
}
