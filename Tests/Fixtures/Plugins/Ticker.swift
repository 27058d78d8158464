// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_spi(Host) import Mediator
import ModuleKit

/// A page whose view model, after a call, changes 1,000 times a second, 3,000 times.
struct TickerModule: Module {
    static let info = ModuleInfo("Ticker", "1.0", "Changes all the time")
    private let ticker = TickerModel()
    init(context: ModuleContext) {}

    var routes: [Route] {
        Open("/ticker") { _ in Page("Ticker", showing: ticker) }
        Open("/ticker/tick/:number") { request in Page("Tick \(request.parameters["number"] ?? "")") }
        Open("/ticker/stuck") { _ in Page("Stuck", showing: StuckModel()) }
        Call("/ticker/begin") { (_: Request) -> Bool in
            await ticker.receive(.begin)
            return true
        }
        Call("/ticker/end") { (_: Request) async throws -> Int in
            while ticker.ticks.value < TickerModel.end { try await Task.sleep(for: .milliseconds(5)) }
            return ticker.ticks.value
        }
        Call("/ticker/bindings") { _ in ticker.ticks.bindingCount }
    }
}

final class TickerModel: ViewModel {
    static let end = 3_000

    enum Message: Codable { case begin }

    let ticks = Live(0)

    var content: [PageElement] {
        let ticks = ticks.value
        Field("Ticks", "\(ticks)")
        List((0..<min(ticks, 5)).map { List.Item("\(ticks - $0)", to: "app://ticker/tick/\(ticks - $0)") })
        Action("Begin", sending: .begin)
    }

    func receive(_ message: Message) async {
        Task {
            let clock = ContinuousClock()
            var next = clock.now
            while ticks.update({
                $0 += 1; return $0
            }) < Self.end {
                next += .milliseconds(1)
                try? await clock.sleep(until: next)
            }
        }
    }
}

final class StuckModel: ViewModel {
    enum Message: Codable { case hang }

    var content: [PageElement] { Action("Hang", sending: .hang) }

    func receive(_ message: Message) async { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
}

@c(switchboard_v1_Ticker)
public func switchboardTicker(_ host: HostPointer) -> CInt { TickerModule.export(to: host) }
