import TestSupport
import Testing

@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct InspectionToolchainTests {
    private let ours = "clang version 21.0.0 (https://github.com/swiftlang/llvm-project.git 0123)"

    private func host(_ toolchains: Set<String>) throws -> HostIdentity {
        HostIdentity(machine: try HostIdentity.current().machine, toolchains: toolchains)
    }

    @Test func `a library of another toolchain is refused with the names of both`() throws {
        let sample = try LibrarySample()
        let error = try sample.problem(host: try host([ours]))
        let theirs = try #require(try sample.contents().toolchains.first)
        #expect(error.parts.map(\.clause) == ["toolchain: found \(theirs), expected \(ours)"])
    }

    @Test func `a library of any toolchain is accepted if the host requires none`() throws {
        let inspection = try LibrarySample().inspect(host: try host([]))
        #expect(!inspection.toolchains.isEmpty)
    }

    @Test func `a library that does not name its toolchain is accepted`() throws {
        var sample = try LibrarySample()
        sample.replace(".comment", with: ".remarks")
        #expect(try sample.inspect(host: try host([ours])).toolchains.isEmpty)
    }

    @Test func `the linker does not count as a toolchain`() throws {
        var sample = try LibrarySample()
        sample.replace("clang version ", with: "Linker: LLDx  ")
        #expect(try sample.inspect(host: try host([ours])).toolchains.isEmpty)
    }

    @Test func `the C compiler of the system's start files does not count as a toolchain`() throws {
        var sample = try LibrarySample()
        sample.replace("GCC: (", with: "ABC: (")
        #expect(throws: Never.self) { try sample.inspect() }
        sample.replace("swiftlang/llvm-project.git ", with: "swiftlang/llvm-project.git+")
        #expect(try sample.problem().parts.map(\.field) == [.toolchain])
    }
}
