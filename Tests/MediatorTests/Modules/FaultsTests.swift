@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The faults of a module` {
    @Test func `a module with faults is refused as a whole, and the error lists every fault`() throws {
        let board = try Board("/rent/:id", "/rent/list")
        let patterns = ["/fine", "/rent/:number", "/bad/:", "/rent/list", "/fine/:a", "/fine/:b"]
        let error = #expect(throws: RegistrationError.self) {
            try board.mediator.register(patterns.map(Board.echo), owner: "Homes")
        }
        guard case .invalid(let faults, owner: "Homes") = error else {
            Issue.record("found \(String(describing: error))")
            return
        }
        let found = faults.map { fault in
            switch fault {
            case .invalidPattern(let pattern, _, let reason): "\(pattern) at \(reason.column)"
            case .conflict(let pattern, _, let other, let owner, _): "\(pattern) with \(owner)'s \(other)"
            default: "\(fault)"
            }
        }
        #expect(
            found == [
                "/bad/: at 6", "/rent/:number with Echo's /rent/:id", "/rent/list with Echo's /rent/list",
                "/fine/:b with Homes's /fine/:a",
            ])
        #expect("\(try #require(error))".split(separator: "; Homes's route").count == 4)
        #expect(board.mediator.routes.map(\.pattern) == ["/rent/:id", "/rent/list"])
    }
}
