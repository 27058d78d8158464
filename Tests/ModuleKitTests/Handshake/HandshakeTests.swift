// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_spi(Host) public import ModuleTesting
import Testing

private struct Sample: Module {
    static let info = ModuleInfo("Sample", "1.2.3", "A sample")
    init(context: ModuleContext) {}
    var routes: [Route] { Call("/sample") { _ in 1 } }
}

@c(switchboard_v1_Sample)
public func switchboardSample(_ host: HostPointer) -> CInt { Sample.export(to: host) }

@c(switchboard_v1_Careless)
public func switchboardCareless(_ host: HostPointer) -> CInt { 0 }

@c(switchboard_v1_Strange)
public func switchboardStrange(_ host: HostPointer) -> CInt { 99 }

@c(switchboard_v1_Kind)
public func switchboardKind(_ host: HostPointer) -> CInt {
    exportResolver(to: host) { _ in throw PayloadError.invalidJSON(reason: "never made") }
}

@Suite(.timeLimit(.minutes(2))) struct `The handshake` {
    @Test func `the handshake refuses a factory of the wrong kind`() {
        #expect(throws: HandshakeError.wrongKind) { try Handshake.factory(ModuleFactory.self, from: switchboardKind) }
        #expect(throws: HandshakeError.wrongKind) {
            try Handshake.factory(ResolverFactory.self, from: switchboardSample)
        }
    }

    @Test func `the handshake returns the module's factory`() throws {
        let factory = try Handshake.factory(ModuleFactory.self, from: switchboardSample)
        #expect(factory.info == Sample.info)
        let mediator = Switchboard(navigator: RecordingNavigator())
        let module = try factory.module(context: ModuleContext(name: "Sample", mediator: mediator))
        #expect(module.routes.map(\.pattern) == ["/sample"])
    }

    @Test func `the handshake refuses an entry point without a factory`() {
        #expect(throws: HandshakeError.noFactory) {
            try Handshake.factory(ModuleFactory.self, from: switchboardCareless)
        }
    }

    @Test func `the handshake refuses a status that the contract does not define`() {
        #expect(throws: HandshakeError.unknownStatus(99)) {
            try Handshake.factory(ModuleFactory.self, from: switchboardStrange)
        }
    }

    /// A field of another host's handshake, by offset and value, and the status that the plugin returns.
    @Test(arguments: [
        (0, 8, 1), (4, 2, 1), (16, 0xBAD, 2), (8, 1, 3), (24, 0, 4),
    ]) func `a plugin refuses hosts of another contract, build or version`(_ offset: Int, _ value: Int, _ status: CInt)
    {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
        memory.storeBytes(of: 56, as: UInt32.self)
        memory.storeBytes(of: 1, toByteOffset: 4, as: UInt32.self)
        memory.storeBytes(of: Contract.fingerprint, toByteOffset: 8, as: UInt64.self)
        memory.storeBytes(of: UInt(bitPattern: ObjectIdentifier(Switchboard.self)), toByteOffset: 16, as: UInt.self)
        memory.storeBytes(of: 0xFFFF_0000_0000, toByteOffset: 24, as: UInt64.self)
        if offset < 8 {
            memory.storeBytes(of: UInt32(value), toByteOffset: offset, as: UInt32.self)
        } else {
            memory.storeBytes(of: UInt64(value), toByteOffset: offset, as: UInt64.self)
        }
        #expect(switchboardSample(memory) == status)
        #expect(memory.load(fromByteOffset: 48, as: UInt.self) == 0)
    }

    @Test func `the contract's fingerprint has the flags of the build`() { #expect(Contract.isBuiltAsSaid) }

    @Test func `the handshake has the version and the fingerprint of the SDK`() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: 64)
        memory.storeBytes(of: 56, as: UInt32.self)
        memory.storeBytes(of: 1, toByteOffset: 4, as: UInt32.self)
        _ = switchboardSample(memory)
        let version = memory.load(fromByteOffset: 40, as: UInt64.self)
        let found = Version(Int(version >> 32), Int(version >> 16 & 0xFFFF), Int(version & 0xFFFF))
        #expect(found == Contract.sdkVersion)
        #expect(memory.load(fromByteOffset: 32, as: UInt64.self) == Contract.fingerprint)
    }
}
