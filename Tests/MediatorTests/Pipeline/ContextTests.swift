@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A context object` {
    final class Photo: Sendable { let name = "sunset" }

    private static func scene() throws -> Scene {
        try Scene(
            [
                Call("/name", access: .public) { request in request.context(as: Photo.self)?.name ?? "none" }.route,
                Call("/old", access: .public) { _ in "old" }.route,
            ], rewrites: [Rewrite("/older", to: "/name")])
    }

    /// The origin, the context object, and the handler's answer.
    static let rows: [(origin: Origin, context: (any Sendable)?, answer: String?)] = [
        (.shell, Photo(), "sunset"), (.module("Rent"), Photo(), "sunset"), (.shell, "text", "none"),
        (.shell, nil, "none"), (.external, nil, "none"), (.external, Photo(), nil),
    ]

    @Test(arguments: rows) func `a context object reaches the handler unchanged, except from an external caller`(
        _ row: (origin: Origin, context: (any Sendable)?, answer: String?)
    ) async throws {
        let scene = try Self.scene()
        for url in ["app://name", "app://older"] {
            switch await scene.call(url, origin: row.origin, options: RequestOptions(context: row.context)) {
            case .success(let answer): #expect(answer == row.answer)
            case .failure(let error):
                #expect(error.code == .contextRefused && error.url == url && row.origin == .external, "\(error)")
                #expect(row.answer == nil)
            }
        }
    }
}
