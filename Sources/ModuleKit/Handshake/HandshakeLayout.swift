/// The handshake's memory, shared by the host and a plugin of any age: C layout, frozen for ever.
///
/// The host allocates it, fills in the first part and frees it after the call. The plugin reads `size` and `contract`
/// before anything else, writes the second part, and keeps no pointer to it.
///
/// | offset | type | written by | meaning |
/// |---|---|---|---|
/// | 0 | `uint32_t` | host | size of the whole in bytes |
/// | 4 | `uint32_t` | host | version of the contract |
/// | 8 | `uint64_t` | host | fingerprint of the host's SDK |
/// | 16 | `const void *` | host | metatype of the host's `Switchboard`, the identity of its SDK |
/// | 24 | `uint64_t` | host | version of the host's SDK, 16 bits each for major, minor, patch |
/// | 32 | `uint64_t` | plugin | fingerprint of the SDK that the plugin was built against |
/// | 40 | `uint64_t` | plugin | version of the SDK that the plugin was built against |
/// | 48 | `void *` | plugin | a retained factory, handed over to the host with its reference; 0 after a refusal |
struct HandshakeLayout {
    static let size = 56

    let memory: UnsafeMutableRawPointer

    var size: UInt32 { get { load(0) } nonmutating set { store(newValue, 0) } }
    var contract: UInt32 { get { load(4) } nonmutating set { store(newValue, 4) } }
    var hostFingerprint: UInt64 { get { load(8) } nonmutating set { store(newValue, 8) } }
    var hostIdentity: UInt { get { load(16) } nonmutating set { store(newValue, 16) } }
    var hostVersion: UInt64 { get { load(24) } nonmutating set { store(newValue, 24) } }
    var pluginFingerprint: UInt64 { get { load(32) } nonmutating set { store(newValue, 32) } }
    var pluginVersion: UInt64 { get { load(40) } nonmutating set { store(newValue, 40) } }
    var factory: UInt { get { load(48) } nonmutating set { store(newValue, 48) } }

    private func load<Value: BitwiseCopyable>(_ offset: Int) -> Value {
        memory.load(fromByteOffset: offset, as: Value.self)
    }

    private func store<Value: BitwiseCopyable>(_ value: Value, _ offset: Int) {
        memory.storeBytes(of: value, toByteOffset: offset, as: Value.self)
    }
}

extension Version {
    /// The version in 48 bits, as the handshake carries it.
    var packed: UInt64 {
        UInt64(UInt16(clamping: major)) << 32 | UInt64(UInt16(clamping: minor)) << 16 | UInt64(UInt16(clamping: patch))
    }

    init(packed: UInt64) {
        self.init(Int(packed >> 32 & 0xFFFF), Int(packed >> 16 & 0xFFFF), Int(packed & 0xFFFF))
    }
}
