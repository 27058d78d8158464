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
    /// One of the fields of the table above.
    struct Field<Value: BitwiseCopyable> {
        let offset: Int
    }

    static let byteCount = 56

    let memory: UnsafeMutableRawPointer

    subscript<Value>(_ field: Field<Value>) -> Value {
        get { memory.load(fromByteOffset: field.offset, as: Value.self) }
        nonmutating set { memory.storeBytes(of: newValue, toByteOffset: field.offset, as: Value.self) }
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
    /// The version in 48 bits, as the handshake carries it.
    var packed: UInt64 {
        UInt64(UInt16(clamping: major)) << 32 | UInt64(UInt16(clamping: minor)) << 16 | UInt64(UInt16(clamping: patch))
    }

    init(packed: UInt64) {
        self.init(Int(packed >> 32 & 0xFFFF), Int(packed >> 16 & 0xFFFF), Int(packed & 0xFFFF))
    }
}
