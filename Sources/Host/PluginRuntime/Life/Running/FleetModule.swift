@_spi(Host) package import ModuleKit
import Platform

/// A module that other hosts of the fleet run.
package struct FleetModule: Sendable {
    package let name: String
    /// The highest version that a host runs.
    package let version: Version
    package let summary: String
    /// The hosts that run it, in words.
    package let hosts: [String]
    /// The hash of the manifest.
    let content: ContentHash
    let manifest: Manifest
    let code: any ModuleCode
    /// Whether it answers requests of this host; set by `ModuleRuntime` alone.
    var use = Use.offered

    enum Use {
        /// This host runs the module itself, or cannot use it.
        case offered
        case used
        /// No host runs the module any more, since then.
        case lost(ContinuousClock.Instant)
    }

    var isUsed: Bool { if case .used = use { true } else { false } }
    var lostAt: ContinuousClock.Instant? { if case .lost(let time) = use { time } else { nil } }
    var isLost: Bool { lostAt != nil }

    var record: ModuleRecord { ModuleRecord(fleetModule: name, "\(version)", summary, on: hosts) }

    /// The name of the label that its routes have in lists.
    static let label = RouteLabel("elsewhere")

    /// The declarations; interceptors and subscriptions run on the hosts of the module.
    var registration: Registration {
        var registration = manifest.registration(of: name, code)
        for place in registration.routes.indices { registration.routes[place].labels.append(Self.label) }
        return registration
    }
}
