import FoundationEssentials
@_spi(Host) import ModuleKit
package import Platform

/// A host's description of itself for other hosts of the fleet, as JSON: its name and the modules that it serves.
package struct HostCard: Codable, Sendable, Equatable {
    /// A module that a host serves.
    package struct ServedModule: Codable, Sendable, Equatable {
        package let name: String
        package let version: String
        package let summary: String
        /// The number of the module's routes that other hosts may request.
        package let routes: Int
        /// The hash of the manifest. A host requests the manifest once per hash.
        package let manifest: ContentHash
    }

    /// The largest number of modules of a host. A card with more modules is rejected.
    private static let moduleLimit = 1_000
    /// The longest name of a host or a module, in bytes.
    private static let nameLimit = 128

    /// The version of the wire protocol.
    var format = WireProtocol.version
    /// The identity: 16 hexadecimal digits, new at each start of the host.
    let id: String
    /// The name that the user gave the host, or the name of the machine.
    let name: String
    /// The number of the card. Of two cards of a host, the card with the higher number is newer.
    var number: UInt64
    var modules: [ServedModule]
    /// Whether the host refuses new requests, because it ends.
    var isLeaving = false
    /// The time of the host's start, in seconds since 1970.
    let started: Int

    /// The time of the host's start (ISO 8601).
    var since: String { Date(timeIntervalSince1970: Double(started)).formatted(.iso8601) }

    /// Whether the card is valid. A host writes only valid cards, but other programs may send anything.
    var isUsable: Bool {
        let names = [name] + modules.flatMap { [$0.name, $0.version] }
        return HostCard.isIdentity(id) && modules.count <= Self.moduleLimit
            && names.allSatisfy { !$0.isEmpty && $0.utf8.count <= Self.nameLimit && PlainText.line($0) == $0 }
            && modules.allSatisfy { Self.isToken($0.name) && Version(parsing: $0.version) != nil }
            && Set(modules.map(\.name)).count == modules.count
    }

    static func isIdentity(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 16 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }

    /// Whether a text may be a part of a NATS subject and of the name of a service (ADR-32).
    static func isToken(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    }
}

/// The NATS subjects of a fleet. Each subject contains the fleet's name.
struct FleetSubjects: Sendable {
    let root: String

    init(app: String) { root = "switchboard.\(app)" }

    /// The cards of hosts, and the requests for cards.
    var hosts: String { "\(root).hosts" }
    /// The events that reach all hosts.
    var events: String { "\(root).events" }
    /// The frames for a host.
    func frames(of host: String) -> String { "\(root).host.\(host)" }
    /// The question whether a host is alive. A thread of the host's NATS library answers, even if the modules are busy.
    func alive(_ host: String) -> String { "\(root).alive.\(host)" }
    /// The server's report that an ask did not reach another host, and the answers of hosts that are alive.
    func back(to host: String, from other: String, _ number: UInt64) -> String {
        "\(root).back.\(host).\(other).\(number)"
    }
    /// All subjects of `back(to:from:_:)` for a host.
    func allBack(to host: String) -> String { "\(root).back.\(host).>" }
}
