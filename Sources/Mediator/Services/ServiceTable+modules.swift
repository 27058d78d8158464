extension ServiceTable {
    /// The table with what a module offers and adapts; faults are added to those that were found before.
    func adding(_ registration: Registration, faults: inout [RegistrationFault]) -> ServiceTable {
        guard !registration.services.isEmpty || !registration.adapters.isEmpty else { return self }
        var (offers, adapters) = (offers, adapters)
        for offer in registration.services {
            let service = InstalledService(offer, owner: registration.owner)
            if let other = offers.first(where: { $0.collides(with: service) }) {
                faults.append(
                    .duplicateService(
                        offer.name, offer.version, declared: offer.location, otherOwner: other.description.owner,
                        otherDeclared: other.location))
            }
            offers.append(service)
        }
        for declared in registration.adapters {
            do throws(RegistrationFault) {
                let adapter = try InstalledAdapter(declared, owner: registration.owner)
                if let other = adapters.first(where: adapter.competes) { throw adapter.fault(with: other) }
                adapters.append(adapter)
            } catch {
                faults.append(error)
            }
        }
        return ServiceTable(offers: offers, adapters: adapters, before: self)
    }

    /// The table without anything of a module.
    func removing(owner: String) -> ServiceTable {
        ServiceTable(
            offers: offers.filter { $0.description.owner != owner }, adapters: adapters.filter { $0.owner != owner },
            before: self)
    }
}

extension InstalledService {
    fileprivate func collides(with other: InstalledService) -> Bool {
        description.name == other.description.name && description.version == other.description.version
    }
}

extension InstalledAdapter {
    fileprivate func fault(with other: InstalledAdapter) -> RegistrationFault {
        .duplicateAdapter(
            "\(adapter.source) → \(adapter.target) \(adapter.version)", declared: adapter.location,
            otherOwner: other.owner, otherDeclared: other.adapter.location)
    }
}
