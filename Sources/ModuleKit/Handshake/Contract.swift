/// The plugin contract's numbers, compared by both sides of the handshake.
@_spi(Host) public enum Contract {
    /// The contract's version, which is in the name of the entry point: `switchboard_v1_<Module>`.
    public static let version: UInt32 = 1

    /// The SDK's version.
    public static let sdkVersion = Version(0, 1, 0)

    /// The SDK's compiler flags that change the binary interface without changing a name, one bit each:
    /// 1 library evolution, 2 `NonisolatedNonsendingByDefault`.
    public static let fingerprint: UInt64 = 0b11

    /// Whether this build of the SDK has the flags that the fingerprint says; what can be asked of the compiler is asked.
    public static var isBuiltAsSaid: Bool {
        #if hasFeature(NonisolatedNonsendingByDefault)
            fingerprint & 0b10 != 0
        #else
            fingerprint & 0b10 == 0
        #endif
    }
}
