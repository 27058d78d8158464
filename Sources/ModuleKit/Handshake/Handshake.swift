@_spi(Host) import Mediator

/// The host's side of the handshake with a plugin's entry point.
@_spi(Host) public enum Handshake {
    /// The C function that a plugin exports for each of its modules.
    public typealias EntryPoint = @convention(c) (UnsafeMutableRawPointer) -> CInt

    /// Calls an entry point and returns the factory that it hands over.
    ///
    /// The call runs code of the plugin or library, so check its file first.
    /// - Throws: `HandshakeError` if plugin and host do not fit, or if the factory is missing or of the wrong kind.
    public static func factory<Factory: AnyObject>(
        _ kind: Factory.Type, from entryPoint: EntryPoint
    ) throws(HandshakeError) -> Factory {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: HandshakeLayout.byteCount, alignment: 8)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: HandshakeLayout.byteCount)
        let layout = HandshakeLayout(memory: memory)
        layout[.size] = UInt32(HandshakeLayout.byteCount)
        layout[.contract] = Contract.version
        layout[.hostFingerprint] = Contract.fingerprint
        layout[.hostIdentity] = HandshakeLayout.sdkIdentity
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

/// The reason why the handshake of a plugin's entry point with the host failed.
@_spi(Host) public enum HandshakeError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The plugin was built for another version of the contract.
    case contract(expected: UInt32)
    /// The plugin uses its own copy of the SDK instead of the host's.
    case otherCopyOfSDK
    /// The plugin was built against an SDK with other compiler flags.
    case fingerprint(found: UInt64, expected: UInt64)
    /// The plugin was built against a newer SDK than the host's.
    case newerSDK(found: Version, expected: Version)
    /// The plugin accepted but did not hand over a factory.
    case noFactory
    /// The plugin handed over another kind of factory than the name of its entry point promises.
    case wrongKind
    /// The entry point returned a status that the contract does not define.
    case unknownStatus(CInt)

    /// A sentence with what was found, what was expected and the remedy.
    public var description: String {
        switch self {
        case .contract(let expected):
            "its entry point refused contract v\(expected), which its name promises; build it against this host's SDK"
        case .otherCopyOfSDK:
            "it runs on its own copy of the SDK, expected the host's libModuleKit.so; "
                + "depend on the SDK as a separate package and link its dynamic product"
        case .fingerprint(let found, let expected):
            "its SDK was built with flags \(found), expected \(expected); build it against this host's SDK"
        case .newerSDK(let found, let expected):
            "it was built against SDK \(found), this host has \(expected); update the host, "
                + "or build it against this host's SDK"
        case .noFactory:
            "its entry point returned success but no module; return `Module.export(to:)` from it"
        case .wrongKind:
            "its entry point handed over the wrong kind of factory; return `Module.export(to:)` from "
                + "switchboard_v1_… and exportResolver(…) from switchboard_resolver_v1_…"
        case .unknownStatus(let status):
            "its entry point returned \(status), expected 0 to 4; return `Module.export(to:)` from it"
        }
    }
}

/// The result of a plugin's entry point; the numbers are part of the contract.
enum HandshakeStatus: CInt {
    case accepted = 0
    /// The host speaks another version of the contract, or the handshake's memory is too short.
    case contract = 1
    /// The plugin and the host use different copies of the SDK.
    case identity = 2
    /// The plugin was built against an SDK with other compiler flags.
    case fingerprint = 3
    /// The plugin was built against a newer SDK than the host's.
    case newerSDK = 4
}

/// The handshake's memory, through which the host and a plugin of any SDK version talk; its C layout never changes.
///
/// The host allocates the memory, writes the host's fields, and frees the memory after the call. The plugin reads
/// `size` and `contract` first, writes the plugin's fields, and does not keep the pointer.
///
/// | offset | type | written by | meaning |
/// |---|---|---|---|
/// | 0 | `uint32_t` | host | size of this memory, in bytes |
/// | 4 | `uint32_t` | host | version of the contract |
/// | 8 | `uint64_t` | host | fingerprint of the host's SDK |
/// | 16 | `const void *` | host | metatype of the host's `Switchboard`, the identity of its SDK |
/// | 24 | `uint64_t` | host | version of the host's SDK, 16 bits each for major, minor, patch |
/// | 32 | `uint64_t` | plugin | fingerprint of the SDK that the plugin was built against |
/// | 40 | `uint64_t` | plugin | version of the SDK that the plugin was built against |
/// | 48 | `void *` | plugin | a retained factory, handed over to the host with its reference; 0 after a refusal |
struct HandshakeLayout {
    /// A field of the table above.
    struct Field<Value: BitwiseCopyable> {
        let offset: Int
    }

    static let byteCount = 56
    /// The address of a metatype in this copy of the SDK, which differs from copy to copy.
    static let sdkIdentity = UInt(bitPattern: ObjectIdentifier(Switchboard.self))

    let memory: UnsafeMutableRawPointer

    subscript<Value>(_ field: Field<Value>) -> Value {
        get { memory.load(fromByteOffset: field.offset, as: Value.self) }
        nonmutating set { memory.storeBytes(of: newValue, toByteOffset: field.offset, as: Value.self) }
    }

    /// Writes the plugin's fields; if both sides agree, also retains the closure's object and hands it over.
    func accept(builtFingerprint: UInt64, builtVersion: UInt64, factory: () -> AnyObject) -> CInt {
        guard self[.size] >= Self.byteCount, self[.contract] == Contract.version else {
            return HandshakeStatus.contract.rawValue
        }
        self[.pluginFingerprint] = builtFingerprint
        self[.pluginVersion] = builtVersion
        let status = status
        if status == .accepted {
            self[.factory] = UInt(bitPattern: Unmanaged.passRetained(factory()).toOpaque())
        }
        return status.rawValue
    }

    private var status: HandshakeStatus {
        if self[.hostIdentity] != Self.sdkIdentity { return .identity }
        if self[.pluginFingerprint] != self[.hostFingerprint] { return .fingerprint }
        return self[.pluginVersion] > self[.hostVersion] ? .newerSDK : .accepted
    }
}

extension HandshakeLayout.Field<UInt32> {
    static var size: Self { Self(offset: 0) }
    static var contract: Self { Self(offset: 4) }
}

extension HandshakeLayout.Field<UInt64> {
    static var hostFingerprint: Self { Self(offset: 8) }
    static var hostVersion: Self { Self(offset: 24) }
    static var pluginFingerprint: Self { Self(offset: 32) }
    static var pluginVersion: Self { Self(offset: 40) }
}

extension HandshakeLayout.Field<UInt> {
    static var hostIdentity: Self { Self(offset: 16) }
    static var factory: Self { Self(offset: 48) }
}

extension Version {
    /// The version in 48 bits, as in the handshake.
    var packed: UInt64 {
        UInt64(UInt16(clamping: major)) << 32 | UInt64(UInt16(clamping: minor)) << 16 | UInt64(UInt16(clamping: patch))
    }

    init(packed: UInt64) {
        self.init(Int(packed >> 32 & 0xFFFF), Int(packed >> 16 & 0xFFFF), Int(packed & 0xFFFF))
    }
}
