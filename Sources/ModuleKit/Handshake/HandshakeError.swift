/// Why a plugin's entry point and the host did not come together.
@_spi(Host) public enum HandshakeError: Error, Sendable, Equatable {
    /// The plugin speaks another version of the contract.
    case contract(expected: UInt32)
    /// The plugin runs on a copy of the SDK of its own.
    case otherCopyOfSDK
    /// The plugin was built against an SDK with other compiler flags.
    case fingerprint(found: UInt64, expected: UInt64)
    /// The plugin was built against a newer SDK than the host's.
    case newerSDK(found: Version, expected: Version)
    /// The plugin accepted and handed nothing over.
    case noFactory
    /// What the plugin handed over is not what the name of its entry point promises.
    case wrongKind
    /// The entry point returned a number that the contract does not know.
    case unknownStatus(CInt)
}

extension HandshakeError: CustomStringConvertible {
    /// A sentence that says what was found, what was expected, and what to do.
    public var description: String {
        switch self {
        case .contract(let expected):
            "its entry point refused contract v\(expected), which its name promises; build it against this host's SDK"
        case .otherCopyOfSDK:
            "it runs on its own copy of the SDK, expected the host's libModuleKit.so; "
                + "depend on the SDK as a package of its own and link its dynamic product"
        case .fingerprint(let found, let expected):
            "its SDK was built with flags \(found), expected \(expected); build it against this host's SDK"
        case .newerSDK(let found, let expected):
            "it was built against SDK \(found), this host has \(expected); update the host, "
                + "or build it against this host's SDK"
        case .noFactory:
            "its entry point accepted and handed no module over; return export(…) from it"
        case .wrongKind:
            "its entry point handed over another kind than its name says; return export(…) from switchboard_v1_… "
                + "and exportResolver(…) from switchboard_resolver_v1_…"
        case .unknownStatus(let status):
            "its entry point returned \(status), expected 0 to 4; return export(…) from it"
        }
    }
}
