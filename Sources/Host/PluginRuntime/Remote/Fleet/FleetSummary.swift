@_spi(Host) package import HostKit

/// Summaries of the fleet for lists.
extension FleetMember {
    /// A host of the fleet.
    package struct HostSummary: Sendable, Encodable {
        package let name: String
        package let id: String
        /// The time of the host's start (ISO 8601).
        package let since: String
        package let modules: [HostCard.ServedModule]
        package let isLeaving: Bool
        /// The number of this process's requests that the host answered, including failed requests.
        package let requests: Int
        package let errors: Int
        package let averageMicroseconds: Int

        private enum CodingKeys: String, CodingKey {
            case name, id, since, modules, requests, errors
            case isLeaving = "leaving"
            case averageMicroseconds = "average_us"
        }
    }

    /// The reason why this host is not connected to the fleet, with the remedy; `nil` with a connection.
    package var absence: FleetError? {
        switch transport.state {
        case .connected: nil
        case .waiting(let reason):
            FleetError("the fleet's server cannot be reached (\(reason)); start it, or correct --fleet")
        case .closed(let reason) where reason.isEmpty: FleetError("this host has left the fleet; start it again")
        case .closed(let reason): FleetError("the fleet's server cannot be used: \(reason)")
        @unknown default: nil
        }
    }

    /// The modules that this host serves.
    package var servedModules: [HostCard.ServedModule] { card.modules }

    /// The other hosts, sorted by name.
    package var summaries: [HostSummary] {
        hosts.map { host in
            let (card, counts) = (host.card, host.counts)
            return HostSummary(
                name: card.name, id: card.id, since: card.since, modules: card.modules,
                isLeaving: card.isLeaving, requests: counts.requests, errors: counts.errors,
                averageMicroseconds: Int(counts.average / .microseconds(1)))
        }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }
}
