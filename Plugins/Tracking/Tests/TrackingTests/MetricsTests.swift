import ModuleTesting
import Testing

@testable import Tracking

@Suite struct `The metrics` {
    @Test func `the page counts the requests and errors of each route, also without sampling`() async throws {
        let rules = [
            #"{"pattern":"app://shop/stock","kind":"call","sampling":0}"#,
            #"{"pattern":"app://shop/broken","kind":"call"}"#,
        ]
        try await Scene.with(rules) { scene in
            for _ in 1...3 { _ = try await scene.harness.call("app://shop/stock", as: Int.self) }
            _ = try? await scene.harness.call("app://shop/broken", as: Int.self)
            try await scene.harness.open("app://tracking/metrics")
            let rows = scene.harness.page?.elements.flatMap { element in
                if case .table(let table) = element { Array(table.rows) } else { [Table.Row]() }
            }
            #expect(
                rows?.map { Array($0.cells.prefix(3)) } == [
                    ["call app://shop/stock", "3", "0"], ["call app://shop/broken", "1", "1"],
                ])
            #expect(rows?.allSatisfy { $0.cells[3].hasSuffix(" ms") } == true)
            try await scene.harness.choose("Reset the counts")
            try await scene.harness.open("app://tracking/metrics")
            let isEmpty = scene.harness.page?.elements.contains { element in
                if case .table(let table) = element { table.rows.isEmpty } else { false }
            }
            #expect(isEmpty == true)
        }
    }

    @Test func `a route that is no longer in a rule is forgotten`() async throws {
        let rule = #"{"pattern":"app://shop/stock","kind":"call"}"#
        try await Scene.with([rule]) { scene in
            _ = try await scene.harness.call("app://shop/stock", as: Int.self)
            for (rules, count) in [([rule], 1), ([], 0)] {
                _ = try await scene.take(rules)
                try await scene.harness.open("app://tracking/metrics")
                let tables = scene.harness.page?.elements.compactMap { element in
                    if case .table(let table) = element { table.rows.count } else { nil }
                }
                #expect(tables == [count])
            }
        }
    }

    @Test func `an external caller cannot see the metrics`() async throws {
        try await Scene.with { scene in
            await #expect(throws: RequestError.self) {
                try await scene.harness.open("app://tracking/metrics", origin: .external)
            }
        }
    }

    @Test(arguments: [
        ([1_000], 0.5, 1_000), (Array(1...100), 0.5, 50), (Array(1...100), 0.95, 95),
        (Array(repeating: 200, count: 99) + [90_000], 0.95, 200), ([0, 0], 0.95, 1),
        ([Int.max / 1_000_000_000_000], 0.5, 9_223_372),
    ])
    func `a quantile is at most a fifth too high`(microseconds: [Int], share: Double, exact: Double) {
        var histogram = Histogram()
        for time in microseconds { histogram.add(.microseconds(time)) }
        let quantile = histogram.quantile(share) ?? 0
        #expect(quantile >= exact * 0.999 && quantile <= exact * 1.2)
    }

    @Test func `a histogram without durations has no quantile`() {
        #expect(Histogram().quantile(0.5) == nil)
        #expect(Histogram().text(0.5) == "")
    }
}
