@_spi(Host) import HostKit

/// The services, events and labels by which a module works with other modules. They come from its declarations and from
/// its contract in the working folder.
struct ModuleChannels: Encodable {
    /// The services that the module offers, with their versions.
    let offers: [String]
    /// The events to which the module subscribes.
    let hears: [String]
    /// The labels of its routes.
    let labels: [String]
    /// The services that the module's tests used, with the version ranges; `nil` without a contract.
    let takes: [String]?
    /// The events that the module's tests published; `nil` without a contract.
    let publishes: [String]?
    /// The labels by which the module's tests found routes; `nil` without a contract.
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

    /// The names and the contents of the lists that are not empty.
    var rows: [(String, String)] {
        [
            ("offers", offers), ("takes", takes ?? []), ("hears", hears), ("publishes", publishes ?? []),
            ("labels", labels), ("reads", reads ?? []),
        ].filter { !$0.1.isEmpty }.map { ($0, $1.joined(separator: ", ")) }
    }

    /// The readable contracts in the working folder.
    static var contracts: [ContractFile] { ContractCheck.inFolder().map(\.contract) }
}
