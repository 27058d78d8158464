/// What a plugin's entry point returns; the numbers are part of the contract.
enum HandshakeStatus: CInt {
    case accepted = 0
    /// The handshake speaks another version of the contract, or is too short.
    case contract = 1
    /// The plugin runs on another copy of the SDK than the host.
    case identity = 2
    /// The SDK that the plugin was built against had other compiler flags.
    case fingerprint = 3
    /// The plugin was built against a newer SDK than the host's.
    case newerSDK = 4
}
