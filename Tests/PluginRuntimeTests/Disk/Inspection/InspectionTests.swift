import Glibc
import TestSupport
import Testing

@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct InspectionTests {
    @Test func `a module's library is accepted, with the facts that the loader needs`() throws {
        let inspection = try LibrarySample().inspect()
        #expect(inspection.entryPoints == [EntryPoint(contract: 1, module: "Rent")])
        #expect(inspection.entryPoints.map(\.symbol) == ["switchboard_v1_Rent"])
        #expect(inspection.needed.contains("libModuleKit.so"))
        #expect(inspection.protocolDescriptors.isEmpty)
        #expect(Set(inspection.toolchains) == (try HostIdentity.current().toolchains))
    }

    @Test func `a library's protocols are found by their descriptors`() throws {
        let symbols = try LibrarySample("libModuleKit.so").contents().protocolDescriptors
        #expect(symbols.contains("$s9ModuleKit0A0Mp"))
        let modules = ["$s8Mediator", "$s7HostKit", "$s9ModuleKit", "$s13ModuleTesting"]
        #expect(symbols.allSatisfy { symbol in modules.contains(where: symbol.hasPrefix) })
    }

    @Test func `a library without section headers is accepted`() throws {
        var sample = try LibrarySample()
        sample.write(UInt64(0), at: 40)
        for offset in [58, 60, 62] { sample.write(UInt16(0), at: offset) }
        let inspection = try sample.inspect()
        #expect(inspection.entryPoints.map(\.module) == ["Rent"])
        #expect(inspection.toolchains.isEmpty)
    }

    @Test func `a library with only the older hash table is accepted`() throws {
        var sample = try LibrarySample()
        let count = try sample.symbolCount
        sample.write(UInt32(count), at: try sample.hashTable + 4)
        sample.write(UInt64(4), at: try sample.dynamicEntry(0x6FFF_FEF5))
        #expect(try sample.inspect().entryPoints.map(\.module) == ["Rent"])
    }

    @Test(arguments: [
        ("switchboard_v1_Annex", ["Annex", "Rent"]),
        ("switchboard_v2_Rent", ["Rent"]),
        ("switchboard_v1_", ["Rent"]),
        ("switchboard_v1_a-b", ["Rent"]),
    ])
    func `every module of this contract is listed by name`(second: String, modules: [String]) throws {
        var sample = try LibrarySample()
        sample.replace(try sample.symbol(STT_FUNC, prefix: "$s4Rent", longerThan: second.utf8.count), with: second)
        #expect(try sample.inspect().entryPoints.map(\.module) == modules)
    }

    @Test func `the host's own executable names its machine and toolchain`() throws {
        let host = try HostIdentity.current()
        #expect(!host.toolchains.isEmpty)
        #expect(host.toolchains.allSatisfy { $0.contains("swiftlang") })
    }
}
