@_spi(Host) import ModuleKit
import TestSupport
import Testing

@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct `A module that waits for a request` {
    private static let needsB = [Requirement("B", "1.0"..<"2.0")]

    @Test(arguments: [true, false])
    func `a rewrite of a module that does not run applies and starts the module`(_ isDisabled: Bool) async throws {
        let troupe = await Troupe([
            "B": .init(), "A": .init(requirements: Self.needsB, rewrites: [Rewrite("/old", to: "/A")]),
        ])
        #expect(try await troupe.call("old").get() == "A")
        await troupe.runtime.stop(isDisabled ? "A" : "B", because: isDisabled ? .disabled : .stopped)
        if isDisabled {
            #expect(troupe.mediator.rewrites.isEmpty)
            await troupe.runtime.enable("A")
        } else {
            try await troupe.runtime.ensureStarted("B", isAsked: true)
        }
        #expect(await troupe.state("A") == .resolved)
        #expect(try await troupe.call("old").get() == "A")
    }

    @Test func `a request starts a module after its missing requirement has started`() async throws {
        let troupe = await Troupe(["B": .init(), "A": .init(requirements: Self.needsB)])
        await troupe.runtime.stop("A")
        await troupe.runtime.stop("B")
        await #expect(throws: PluginProblem.self) { try await troupe.runtime.ensureStarted("A", isAsked: true) }
        try await troupe.runtime.ensureStarted("B", isAsked: true)
        #expect(await troupe.state("A") == .resolved)
        #expect(try await troupe.call("A").get() == "A")
    }

    @Test func `the rewrites of a module that its user stopped do not apply`() async throws {
        let troupe = await Troupe(["A": .init(rewrites: [Rewrite("/old", to: "/A")])])
        await troupe.runtime.stop("A")
        #expect(troupe.mediator.rewrites.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a module that starts with the host starts again without a request`(_ isDisabled: Bool)
        async throws
    {
        let troupe = await Troupe(["B": .init(), "A": .init(requirements: Self.needsB, startsWithHost: true)])
        #expect(await troupe.state("A") == .active)
        await troupe.runtime.stop(isDisabled ? "A" : "B", because: isDisabled ? .disabled : .stopped)
        if isDisabled {
            await troupe.runtime.enable("A")
        } else {
            try await troupe.runtime.ensureStarted("B", isAsked: true)
        }
        #expect(await troupe.state("A") == .active)
    }

    @Test func `a module that was loaded after the host's start starts again with its requirement`() async throws {
        let troupe = await Troupe(["B": .init()])
        _ = try await troupe.runtime.reload(Troupe.known("A", .init(requirements: Self.needsB)))
        await troupe.runtime.stop("B")
        #expect(await troupe.state("A") == .failed)
        try await troupe.runtime.ensureStarted("B", isAsked: true)
        #expect(await troupe.state("A") == .active)
    }

    @Test func `a module starts when its missing requirement is loaded`() async throws {
        let troupe = await Troupe([:])
        await #expect(throws: PluginProblem.self) {
            try await troupe.runtime.reload(Troupe.known("A", .init(requirements: Self.needsB)))
        }
        #expect(await troupe.state("A") == .failed)
        _ = try await troupe.runtime.reload(Troupe.known("B", .init()))
        #expect(await troupe.state("A") == .active)
    }
}
