// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
import ModuleKit

/// Needs all of Foundation, and the main actor, which CoreFoundation uses itself.
struct AlmanacModule: Module {
    static let info = ModuleInfo("Almanac", "1.0", "Knows the day")

    init(context: ModuleContext) {}

    var routes: [Route] {
        Open("/almanac/day") { _ in
            let year = Calendar(identifier: .gregorian).component(.year, from: .distantPast)
            return Page(NSString(string: "almanac").capitalized + " \(year)") {}
        }
        Call("/almanac/clock") { @MainActor (_: Request) async throws -> Clock in
            var clock = Clock()
            clock.wasMain = Thread.isMainThread
            try await Task.sleep(for: .milliseconds(1))
            clock.isMain = Thread.isMainThread
            await withUnsafeContinuation { continuation in
                _ = Timer.scheduledTimer(withTimeInterval: 0.001, repeats: false) { _ in
                    DispatchQueue.main.async { continuation.resume() }
                }
            }
            clock.rang = true
            return clock
        }
        // Answers, and blocks the main actor for the rest of the process.
        Call("/almanac/hold") { _ in
            await withUnsafeContinuation { continuation in
                Task { @MainActor in
                    continuation.resume(returning: true)
                    while true { sleep(60) }
                }
            }
        }
    }

    func start() async throws { await MainActor.run { precondition(Thread.isMainThread) } }

    func stop() async { await MainActor.run { precondition(Thread.isMainThread) } }

    struct Clock: Codable { var wasMain = false, isMain = false, rang = false }
}

@c(switchboard_v1_Almanac)
public func entry(_ host: HostPointer) -> CInt { AlmanacModule.export(to: host) }
