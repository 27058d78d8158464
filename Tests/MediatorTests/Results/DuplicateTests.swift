@_spi(Host) import ModuleKit
import Testing

@Suite struct `Opening the same URL twice` {
    private static func scene() throws -> Scene {
        try Scene([
            Open("/once/:id") { Page("once") {} }.suppressingDuplicates(within: .seconds(60)).route,
            Open("/brief") { Page("brief") {} }.suppressingDuplicates(within: .zero).route,
            Open("/often") { Page("often") {} }.route,
        ])
    }

    /// URLs and who opens them, in order, and whether each is done.
    static let rows: [(opens: [(url: String, origin: Origin)], done: [Bool])] = [
        ([("app://once/1", .shell), ("app://once/1", .shell)], [true, false]),
        ([("app://once/1", .shell), ("app://once/2", .shell)], [true, true]),
        ([("app://once/1", .shell), ("app://once/1?x=1", .shell)], [true, true]),
        ([("app://once/1", .shell), ("app://once/1", .module("Rent"))], [true, true]),
        ([("app://often", .shell), ("app://often", .shell)], [true, true]),
        ([("app://brief", .shell), ("app://brief", .shell)], [true, true]),
    ]

    @Test(arguments: rows) func `is one navigation where the route says so`(
        _ row: (opens: [(url: String, origin: Origin)], done: [Bool])
    ) async throws {
        let scene = try Self.scene()
        var done: [Bool] = []
        for open in row.opens {
            let feedback = try await scene.mediator.open(open.url, origin: open.origin)
            done.append(feedback.outcome != .suppressed)
            #expect(feedback.stack.count == done.filter(\.self).count)
        }
        #expect(done == row.done)
    }
}
