/// Hands a module over to the host; a plugin's entry point calls it and returns its result.
///
/// ```swift
/// @c(switchboard_v1_Coupons)
/// public func switchboardCoupons(_ handshake: UnsafeMutableRawPointer) -> CInt { export(CouponsModule.self, to: handshake) }
/// ```
///
/// It is compiled into the plugin, so that the plugin carries the SDK's version and flags of the day it was built. The
/// host calls it once, on any thread; the memory of the handshake belongs to the host.
@export(implementation)
public func export<M: Module>(_ module: M.Type, to handshake: UnsafeMutableRawPointer) -> CInt {
    // `Contract` says what these numbers are; a test holds them equal.
    acceptHandshake(module, handshake, builtFingerprint: 0b11, builtVersion: 0x0000_0000_0001_0000)
}

/// The part of the handshake that runs in the plugin's copy of the SDK, which ought to be the host's.
///
/// Called by `export(_:to:)` only.
public func acceptHandshake<M: Module>(
    _ module: M.Type, _ memory: UnsafeMutableRawPointer, builtFingerprint: UInt64, builtVersion: UInt64
) -> CInt {
    let layout = HandshakeLayout(memory: memory)
    guard layout.size >= HandshakeLayout.size, layout.contract == Contract.version else {
        return HandshakeStatus.contract.rawValue
    }
    layout.pluginFingerprint = builtFingerprint
    layout.pluginVersion = builtVersion
    let status = status(of: layout)
    if status == .accepted {
        layout.factory = UInt(bitPattern: Unmanaged.passRetained(ModuleFactory(module)).toOpaque())
    }
    return status.rawValue
}

private func status(of layout: HandshakeLayout) -> HandshakeStatus {
    if layout.hostIdentity != sdkIdentity { return .identity }
    if layout.pluginFingerprint != layout.hostFingerprint { return .fingerprint }
    return layout.pluginVersion > layout.hostVersion ? .newerSDK : .accepted
}

/// The address of a metatype of this copy of the SDK.
let sdkIdentity = UInt(bitPattern: ObjectIdentifier(Switchboard.self))
