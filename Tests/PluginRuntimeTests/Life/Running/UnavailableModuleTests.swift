import ModuleKit
import Testing

@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct `A URL of a module that cannot run` {
    @Test func `the error for a module without its requirement names the command that explains it`() async throws {
        let troupe = await Troupe(["B": .init(requirements: [Requirement("A", "1.0"..<"2.0")]), "A": .init()])
        #expect(await troupe.runtime.absence(for: "app://B", origin: .shell) == nil)
        await troupe.runtime.stop("A")
        let absence = await troupe.runtime.absence(for: "app://B", origin: .shell)
        #expect(absence == "B answers it, but it does not run; see why with `module why B`")
        #expect(await troupe.runtime.absence(for: "app://B", origin: .external) == nil)
    }
}
