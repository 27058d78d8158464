@_spi(Host) import HostKit

/// The services, events and labels of a module, from its declarations and from its contract in the working folder.
struct ModuleChannels: Encodable {
    /// The services that it offers, with their versions.
    let offers: [String]
    /// The events to which it subscribes.
    let hears: [String]
    /// The labels of its routes.
    let labels: [String]
    /// The services that it takes, with the ranges of versions; `nil` without a contract.
    let takes: [String]?
    /// The events that it publishes; `nil` without a contract.
    let publishes: [String]?
    /// The labels whose routes it reads; `nil` without a contract.
    let reads: [String]?

    init(_ manifest: Manifest, _ contracts: [ContractFile]) {
        offers = manifest.services.map { "\($0.name) \($0.version)" }.sorted()
        hears = Set(manifest.subscriptions.map(\.event)).sorted()
        let names = Set(manifest.routes.flatMap(\.labels).map(\.name))
        labels = names.subtracting([RouteLabel.summary, RouteLabel.team]).sorted()
        let sections = contracts.first { $0.module == manifest.owner }?.sections
        takes = sections.map { sections in
            (sections["services"] ?? [:]).sorted { $0.key < $1.key }.map { name, entry in
                ([name] + (entry["versions"]?.strings ?? [])).joined(separator: " ")
            }
        }
        publishes = sections.map { ($0["published"] ?? [:]).keys.sorted() }
        reads = sections.map { ($0["labels"] ?? [:]).keys.sorted() }
    }

    /// The lists that are not empty, with their names.
    var rows: [(String, String)] {
        [
            ("offers", offers), ("takes", takes ?? []), ("hears", hears), ("publishes", publishes ?? []),
            ("labels", labels), ("reads", reads ?? []),
        ].filter { !$0.1.isEmpty }.map { ($0, $1.joined(separator: ", ")) }
    }

    /// The readable contracts in the working folder.
    static var contracts: [ContractFile] { ContractCheck.inFolder().map(\.contract) }
}
