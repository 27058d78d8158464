@_spi(Host) import ModuleKit
import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `A failure on the command line` {
    /// The error of a handler's own request, and the exit code of the request that the handler failed to answer.
    static let rows: [(reason: any Error, exitCode: ExitCode)] = [
        (RequestError(.refused(url: "app://b", by: .navigator, reason: "not now")), .refused),
        (
            RequestError(.accessDenied(url: "app://b", route: "/b", owner: "B", access: .internal, origin: .external)),
            .refused
        ),
        (RequestError(.deadline(url: "app://b", stage: .navigator, limit: .seconds(1))), .deadline),
        (RequestError(.noRoute(url: "app://b", asked: nil, near: [])), .failed),
        (RequestError(.gone(url: "app://b", resolver: "table", reason: nil)), .failed),
        (CancellationError(), .failed),
    ]

    @Test(arguments: rows)
    func `the exit code comes from the handler's own request if that was refused or timed out`(
        _ row: (reason: any Error, exitCode: ExitCode)
    ) {
        let inner = RequestError(.handlerFailed(url: "app://a", route: "/a", owner: "A", reason: Thrown(row.reason)))
        let outer = RequestError(.handlerFailed(url: "app://c", route: "/c", owner: "C", reason: Thrown(inner)))
        #expect(Failure(inner).exitCode == row.exitCode)
        #expect(Failure(outer).exitCode == row.exitCode)
        #expect(Failure(outer).code == "handlerFailed")
        let chain = Failure(outer).chain?.map(\.url)
        #expect(chain == ["app://c", "app://a"] + (row.reason is RequestError ? ["app://b"] : []))
    }
}
