/// The host's side of the handshake with a plugin's entry point.
@_spi(Host) public enum Handshake {
    /// The C function that a plugin exports for each of its modules.
    public typealias EntryPoint = @convention(c) (UnsafeMutableRawPointer) -> CInt

    /// Calls an entry point and takes the module that it hands over.
    ///
    /// The plugin's code runs: check its file first.
    public static func perform(_ entryPoint: EntryPoint) throws(HandshakeError) -> ModuleFactory {
        try factory(from: entryPoint)
    }

    /// Calls the entry point of a resolver's library and takes what it hands over.
    ///
    /// The library's code runs: open none but the host's own and those that were checked.
    public static func performResolver(_ entryPoint: EntryPoint) throws(HandshakeError) -> ResolverFactory {
        try factory(from: entryPoint)
    }

    /// The name of the entry point promises the factory's type; a plugin that exports another one is refused.
    private static func factory<Factory: AnyObject>(
        from entryPoint: EntryPoint
    ) throws(HandshakeError) -> Factory {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: HandshakeLayout.byteCount, alignment: 8)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: HandshakeLayout.byteCount)
        let layout = HandshakeLayout(memory: memory)
        layout[.size] = UInt32(HandshakeLayout.byteCount)
        layout[.contract] = Contract.version
        layout[.hostFingerprint] = Contract.fingerprint
        layout[.hostIdentity] = sdkIdentity
        layout[.hostVersion] = Contract.sdkVersion.packed
        let status = entryPoint(memory)
        guard status == HandshakeStatus.accepted.rawValue else { throw refusal(status, layout) }
        guard let object = UnsafeRawPointer(bitPattern: layout[.factory]) else { throw .noFactory }
        guard let factory = Unmanaged<AnyObject>.fromOpaque(object).takeRetainedValue() as? Factory else {
            throw .wrongKind
        }
        return factory
    }

    private static func refusal(_ status: CInt, _ layout: HandshakeLayout) -> HandshakeError {
        switch HandshakeStatus(rawValue: status) {
        case .contract: .contract(expected: Contract.version)
        case .identity: .otherCopyOfSDK
        case .fingerprint: .fingerprint(found: layout[.pluginFingerprint], expected: Contract.fingerprint)
        case .newerSDK:
            .newerSDK(found: Version(packed: layout[.pluginVersion]), expected: Contract.sdkVersion)
        case .accepted, nil: .unknownStatus(status)
        }
    }
}
