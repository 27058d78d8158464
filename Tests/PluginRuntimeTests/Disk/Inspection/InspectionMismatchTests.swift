import Glibc
import TestSupport

@_spi(Host) import ModuleKit
import Testing

@testable import Platform
@testable import PluginRuntime

@Suite(.timeLimit(.minutes(2))) struct InspectionMismatchTests {
    /// A changed number in a library, and the only field that reports it.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var byte: (offset: Int, value: UInt8)
        let field: PluginProblem.Field
        let text: String
    }

    @Test(arguments: [
        Change(testDescription: "32-bit", byte: (4, 1), field: .elfClass, text: "found 32-bit, expected 64-bit"),
        Change(testDescription: "no class", byte: (4, 9), field: .elfClass, text: "found class 9, expected 64-bit"),
        Change(
            testDescription: "no byte order", byte: (5, 0), field: .byteOrder,
            text: "found byte order 0, expected little-endian"),
        Change(
            testDescription: "an object file", byte: (16, 1), field: .type,
            text: "found an object file, expected a shared library"),
        Change(
            testDescription: "an executable", byte: (16, 2), field: .type,
            text: "found an executable, expected a shared library"),
    ])
    func `a library of another format is refused with the field that differs`(change: Change) throws {
        var sample = try LibrarySample()
        sample.bytes[change.byte.offset] = change.byte.value
        let error = try sample.problem()
        #expect(error.parts.map(\.field) == [change.field])
        #expect(error.parts.map(\.text) == [change.text])
    }

    @Test func `a library for another machine is refused with the names of both machines`() throws {
        var sample = try LibrarySample()
        sample.write(UInt16(22), at: 18)
        let host = try HostIdentity.current()
        let error = try sample.problem(host: host)
        #expect(error.parts.map(\.clause) == ["machine: found machine 22, expected \(host.machine)"])
        #expect(error.remedy == "build it on a machine like this one (\(host.machine))")
    }

    @Test func `a big-endian file is refused only for its byte order`() throws {
        var sample = try LibrarySample()
        sample.bytes[5] = 2
        sample.bytes.replaceSubrange(16..<20, with: [0, 3, 0, 22])
        let error = try sample.problem()
        #expect(error.parts.map(\.field) == [.byteOrder])
        #expect(error.parts.map(\.text) == ["found big-endian, expected little-endian"])
    }

    @Test func `an entry point of another contract is reported with its version, not as missing`() throws {
        var sample = try LibrarySample()
        sample.replace("switchboard_v1_", with: "switchboard_v2_")
        #expect(try sample.inspect(contract: 2).entryPoints.map(\.symbol) == ["switchboard_v2_Rent"])
        let error = try sample.problem()
        #expect(error.parts.map(\.clause) == ["contract: found v2, this host speaks v1"])
        #expect(error.code == .refused && error.file == "libSample.so")
    }

    @Test(arguments: [
        ("9_1_0", "9.1.0", "update the host, or build it against"), ("0_0_9", "0.0.9", "build it against"),
    ]) func `a library of an incompatible SDK is refused with both versions`(
        _ row: (marker: String, version: String, remedy: String)
    ) throws {
        var sample = try LibrarySample()
        #expect(try sample.contents().sdk == Contract.sdkVersion)
        let marker = "switchboard_sdk_" + "\(Contract.sdkVersion)".replacing(".", with: "_")
        sample.replace(marker, with: "switchboard_sdk_" + row.marker)
        let parts = try sample.problem().parts
        let expected =
            "this host's SDK \(Contract.sdkVersion), or an older one from \(Contract.oldestSDK) on"
        #expect(
            parts.map(\.clause) == ["SDK: found a build against SDK \(row.version), expected \(expected)"])
        #expect(parts.first?.remedy?.hasPrefix(row.remedy) == true)
    }

    @Test func `every mismatch is listed, with one remedy for each cause`() throws {
        var sample = try LibrarySample()
        sample.write(UInt16(2), at: 16)
        sample.replace("switchboard_v1_", with: "switchboard_v2_")
        sample.replace("libModuleKit.so", with: "libModuleCat.so")
        let build = "build it with `swift build` in a package that depends on the SDK at `switchboard sdk path`"
        let expected = [
            "libSample.so: type: found an executable, expected a shared library",
            "contract: found v2, this host speaks v1",
            "SDK: found no link to libModuleKit.so, expected one",
            "give its product `type: .dynamic` in Package.swift", build,
        ]
        #expect(try sample.problem().description == expected.joined(separator: "; "))
    }

    @Test func `a library with a copy of the SDK is refused with the number of copied types`() throws {
        var sample = try LibrarySample("libModuleKit.so")
        let name = "switchboard_v1_Copy"
        sample.replace(try sample.symbol(STT_FUNC, prefix: "$s9ModuleKit", longerThan: name.utf8.count), with: name)
        let alone = try #require(try sample.problem().parts.first)
        let count = try sample.contents().copiedTypeCount
        #expect(count > 40)
        #expect(alone.text == "found its own copy (\(count) types), expected a link to libModuleKit.so")
        sample.replace("libswiftSynchronization.so", with: "libModuleKit.so")
        let both = try #require(try sample.problem().parts.first)
        let found = "its own copy (\(count) types) and libModuleKit.so"
        #expect(both.text == "found \(found), expected only libModuleKit.so")
    }

    @Test func `a missing entry point decides the error's code, whatever else is wrong`() throws {
        let host = HostIdentity(machine: "machine 0", toolchains: [])
        let error = try LibrarySample("libModuleKit.so").problem(host: host)
        #expect(error.code == .noEntryPoint && error.file == "libSample.so")
        #expect(error.parts.map(\.field) == [.entryPoint, .machine, .sdk])
        #expect(error.parts.first?.text == "found no entry point, expected a function switchboard_v1_<Name>")
    }

    @Test func `a symbol with an entry point's name that is not a function is ignored`() throws {
        var sample = try LibrarySample()
        sample.replace("switchboard_v1_Rent", with: "something_else_Rent")
        let name = "switchboard_v1_Table"
        sample.replace(try sample.symbol(STT_OBJECT, prefix: "$s4Rent", longerThan: name.utf8.count), with: name)
        try expectNoEntryPoint(sample)
    }

    @Test func `a position-independent executable is refused`() throws {
        let host = try HostIdentity.current()
        let bytes = try File.part(of: "/proc/self/exe", from: 0, count: .max)
        let inspection = try PluginInspection(bytes, path: "tests")
        #expect(throws: PluginProblem.self) { try inspection.check("tests", with: host) }
        let type = inspection.problems(with: host).first { $0.field == .type }
        #expect(type?.text == "found a position-independent executable, expected a shared library")
    }

    @Test func `a file without a dynamic section has no entry point`() throws {
        var sample = try LibrarySample()
        sample.write(UInt32(0), at: try sample.programHeader(2))
        try expectNoEntryPoint(sample)
        sample.write(UInt16(0), at: 56)
        try expectNoEntryPoint(sample)
    }

    private func expectNoEntryPoint(_ sample: LibrarySample) throws {
        #expect(try sample.problem().code == .noEntryPoint)
    }
}
