import Testing

@testable @_spi(Host) import Mediator
@_spi(Host) import ModuleKit

@Suite(.timeLimit(.minutes(2))) struct `A registration` {
    @Test func `a pattern of the same shape is refused with the owners and places of both patterns`() async throws {
        let board = try Board("/rent/:id")
        let error = try #require(throws: RegistrationError.self) {
            try board.mediator.register([Board.echo("/homes"), Board.echo("/rent/:number")], owner: "Homes")
        }
        guard case .invalid(let faults, owner: "Homes") = error, faults.count == 1,
            case .conflict("/rent/:number", let declared, "/rent/:id", "Echo", let other) = faults[0]
        else {
            Issue.record("found \(error)")
            return
        }
        #expect("\(declared)".hasPrefix("MediatorTests/Board.swift:"))
        #expect(declared == other)
        #expect(board.mediator.routes.map(\.pattern) == ["/rent/:id"])
    }

    @Test func `the error for a bad pattern names the pattern, its owner and the column`() throws {
        let board = try Board()
        let error = try #require(throws: RegistrationError.self) {
            try board.mediator.register([Board.echo("/good"), Board.echo("/:")], owner: "Bad")
        }
        #expect("\(error)".contains("Bad's route \"/:\""))
        #expect("\(error)".contains("column 2"))
        #expect(board.mediator.routes.isEmpty)
    }

    @Test func `a module cannot register twice`() throws {
        let board = try Board("/a")
        #expect(throws: RegistrationError.alreadyRegistered(owner: "Echo")) {
            try board.mediator.register([Board.echo("/b")], owner: "Echo")
        }
    }

    @Test func `unregistering a module removes all of its routes, and it may register again`() async throws {
        let board = try Board("/a", "/b/:x")
        try board.mediator.register([Board.echo("/c")], owner: "Other")
        board.mediator.unregister(owner: "Echo")
        #expect(board.mediator.routes.map(\.pattern) == ["/c"])
        #expect(try board.mediator.availability(of: "/a", origin: .shell) == .no)
        try board.mediator.register([Board.echo("/a")], owner: "Echo")
        #expect(try await board.call("/a") == "/a")
    }

    @Test func `readers use the current registry while the next one is built`() throws {
        let board = try Board("/fixed")
        try board.mediator.update { registry throws in
            // This would deadlock if the registry were locked while the next one is built.
            #expect(board.mediator.registry === registry)
            #expect(try board.mediator.availability(of: "/fixed", for: .call, origin: .shell) == .yes)
            return try registry.adding(Registration(owner: "Other"))
        }
        #expect(board.mediator.registry.modules.values.map(\.owner) == ["Echo", "Other"])
    }

    @Test func `modules register and unregister while requests are answered`() async throws {
        let board = try Board("/fixed")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<2_000 {
                        let answer = try await board.call("/fixed")
                        #expect(answer == "/fixed")
                    }
                }
            }
            group.addTask {
                for round in 0..<500 {
                    try board.mediator.register([Board.echo("/moving/\(round)")], owner: "Moving")
                    board.mediator.unregister(owner: "Moving")
                }
            }
            try await group.waitForAll()
        }
        #expect(board.mediator.routes.map(\.pattern) == ["/fixed"])
    }
}
