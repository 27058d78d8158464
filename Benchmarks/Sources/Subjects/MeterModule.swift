// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
public import ModuleKit

/// Compares calls of a module in another process or on another host with bare round trips of equal size, in turns.
struct MeterModule: Module {
    static let info = ModuleInfo("Meter", "1.0", "Measures calls")
    private static let turns = 15
    private static let text = String(repeating: "0123456789", count: 20)

    struct Result: Codable, Sendable {
        /// Medians in microseconds: of a bare round trip, of a call, and of a call while 8 callers call at the same
        /// time.
        let bare, call, callOfEight: Double
        /// The median ratios of the turns: the time of a call to the time of a bare round trip, and the calls per
        /// second of 8 callers to the calls per second of one caller.
        let ratio, gainOfEight: Double
    }

    let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Call("/meter/isolation") { _ in
            let pair = try BarePair()
            return try await measure("app://apart/text", calls: 2_000) { try pair.roundTrip(Self.text) }
        }
        Call("/meter/fleet") { _ in
            try await context.call("app://echo/bare")
            let nats = try Nats.shared.get()
            return try await measure("app://echo/text", calls: 500) { try nats.ask("bare.echo", Self.text) }
        }
    }

    private func measure(_ url: RouteURL, calls: Int, bare trip: () throws -> Void) async throws -> Result {
        var (bare, call, eight): ([Double], [Double], [Double]) = ([], [], [])
        for turn in 0...Self.turns {
            let times = (
                try await time(of: calls) { for _ in 0..<calls { try trip() } },
                try await time(of: calls) { try await ask(url, calls) },
                try await time(of: calls) {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for _ in 0..<8 { group.addTask { try await ask(url, calls / 8) } }
                        try await group.waitForAll()
                    }
                }
            )
            // The first turn warms up.
            if turn == 0 { continue }
            bare.append(times.0)
            call.append(times.1)
            eight.append(times.2)
        }
        return Result(
            bare: Self.median(bare), call: Self.median(call), callOfEight: Self.median(eight),
            ratio: Self.median(zip(call, bare).map { $0 / $1 }),
            gainOfEight: Self.median(zip(call, eight).map { $0 / $1 }))
    }

    private func ask(_ url: RouteURL, _ count: Int) async throws {
        for _ in 0..<count {
            let answer = try await context.call(url, Self.text, as: String.self)
            precondition(answer.utf8.count == Self.text.utf8.count)
        }
    }

    private func time(of count: Int, _ body: () async throws -> Void) async rethrows -> Double {
        let start = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - start) / .microseconds(count)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

@c(switchboard_v1_Meter)
public func switchboardMeter(_ host: HostPointer) -> CInt { MeterModule.export(to: host) }
