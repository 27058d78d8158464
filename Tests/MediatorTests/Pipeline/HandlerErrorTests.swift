@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `An error that a handler throws` {
    enum Plain: Error { case unknown(Int), gone }
    struct Empty: Error {}
    struct Silent: Error, CustomStringConvertible { var description: String { "" } }
    struct Told: Error, CustomStringConvertible { var description: String { "no home 7; see app://rent/list" } }

    /// An error, and its part of the message.
    static let rows: [(error: any Error, says: String)] = [
        (Told(), "no home 7; see app://rent/list"),
        (Plain.unknown(7), "Plain.unknown(7); ask the module's author what it means"),
        (Plain.gone, "Plain.gone; ask the module's author what it means"),
        (Empty(), "Empty(); ask the module's author what it means"),
        (Silent(), "Silent; ask the module's author what it means"),
        (CancellationError(), "CancellationError(); ask the module's author what it means"),
    ]

    @Test(arguments: rows) func `a handler's error is reported with its description, or with its type`(
        _ row: (error: any Error, says: String)
    ) async throws {
        let scene = try Scene([
            Call("/fails") { (_: Request) throws -> Int in throw row.error }.route
        ])
        let error = try #require(await scene.failure(of: "app://fails"))
        guard case .handlerFailed("app://fails", "/fails", "Rent", _) = error.reason else {
            Issue.record("found \(error)")
            return
        }
        #expect("\(error)" == "Rent's route /fails failed for app://fails: " + row.says)
    }
}
