@_spi(Host) package import ModuleKit
import Platform

/// A module that other hosts of the fleet run.
package struct FleetModule: Sendable {
    package let name: String
    /// The highest version that any host runs.
    package let version: Version
    package let summary: String
    /// The names of the hosts that run the module, sorted.
    package let hosts: [String]
    /// The hash of the manifest.
    let content: ContentHash
    let manifest: Manifest
    let code: any ModuleCode
    /// Whether the module answers requests of this host. Only `ModuleRuntime` sets it.
    var use = Use.offered

    enum Use {
        /// This host runs the module itself, or cannot use it.
        case offered
        case used
        /// No host has run the module since this time.
        case lost(ContinuousClock.Instant)
    }

    var isUsed: Bool { if case .used = use { true } else { false } }
    var lostAt: ContinuousClock.Instant? { if case .lost(let time) = use { time } else { nil } }
    var isLost: Bool { lostAt != nil }

    var record: ModuleRecord { ModuleRecord(fleetModule: name, "\(version)", summary, on: hosts) }

    /// The label that the module's routes have in lists.
    static let label = RouteLabel("elsewhere")

    /// The module's declarations for this host. Interceptors and subscriptions have no effect here, because they run on
    /// the module's hosts.
    var registration: Registration {
        var registration = manifest.registration(of: name, code)
        for place in registration.routes.indices { registration.routes[place].labels.append(Self.label) }
        return registration
    }
}
