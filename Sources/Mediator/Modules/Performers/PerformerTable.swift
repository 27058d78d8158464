/// All performers, frozen.
struct PerformerTable: Sendable {
    /// A performer and the module that declared it.
    struct Installed: Sendable {
        let performer: Performer
        let owner: String
        /// `Module.name`.
        var fullName: String { "\(owner).\(performer.name)" }

        /// Returns whether it runs for a request of an origin that a module answered with the command; without a
        /// module, the origin itself gave the command.
        func runs(for origin: Origin, answeredBy module: String?) -> Bool {
            let isOutside = origin == .external
            return switch performer.access {
            case nil: !isOutside || module == owner
            case .public: true
            case .modules: !isOutside
            case .internal: !isOutside && module == owner || origin == .module(owner)
            }
        }
    }

    private let byName: [String: Installed]

    init() { byName = [:] }

    private init(_ byName: [String: Installed]) { self.byName = byName }

    /// The full names, sorted.
    var names: [String] { byName.keys.sorted() }

    /// Returns the performer with a full name.
    func find(_ name: String) throws(PerformerError) -> Installed {
        if let performer = byName[name] { return performer }
        throw .unknown(name, near: EditDistance.nearest(to: name, among: names))
    }

    /// Returns the table with the performers of a module; a duplicate name is a fault.
    func adding(_ registration: Registration, faults: inout [RegistrationFault]) -> PerformerTable {
        guard !registration.performers.isEmpty else { return self }
        var all = byName
        for performer in registration.performers {
            let installed = Installed(performer: performer, owner: registration.owner)
            guard let other = all.updateValue(installed, forKey: installed.fullName) else { continue }
            faults.append(
                .duplicatePerformer(
                    performer.name, declared: performer.location, otherDeclared: other.performer.location))
        }
        return PerformerTable(all)
    }

    /// Returns the table without the performers of a module.
    func removing(owner: String) -> PerformerTable { PerformerTable(byName.filter { $0.value.owner != owner }) }
}
