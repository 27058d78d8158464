@_spi(Host) import ModuleKit
import Platform

/// The modules that this host serves, and the modules of other hosts.
extension FleetMember {
    /// Serves the named modules, or all modules that run here if `names` is empty.
    package func serve(_ names: [String]) async {
        let services = ServiceProtocol(self)
        // Cards are sent one at a time, so the newest card arrives last.
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        await runtime.whenModulesChange { continuation.yield() }
        await renewCard(names, services)
        Task.detached { [weak self] in for await _ in changes { await self?.renewCard(names, services) } }
    }

    private func renewCard(_ names: [String], _ services: ServiceProtocol) async {
        serve(await runtime.servedModules(names), services)
    }

    /// Serves modules, and announces them to the fleet if they have changed.
    func serve(_ all: [(info: ModuleInfo, manifest: Manifest)], _ services: ServiceProtocol) {
        let modules = all.filter { HostCard.isToken($0.info.name) }
        service.serve(Dictionary(uniqueKeysWithValues: modules.map { ($0.info.name, $0.manifest) }))
        let served = modules.compactMap { module -> HostCard.ServedModule? in
            guard let content = Self.content(of: module.manifest) else { return nil }
            return HostCard.ServedModule(
                name: module.info.name, version: "\(module.info.version)", summary: module.info.summary,
                routes: module.manifest.routes.count, manifest: content)
        }
        guard ownCard.change({ $0.modules = served }) else { return }
        do { try services.listen(to: served.map(\.name)) } catch { report("\(error)") }
        ownCard.announce()
    }

    /// Returns the hash of the bytes of a manifest, as a host's card contains it.
    private static func content(of manifest: Manifest) -> ContentHash? {
        var document = FrameEncoder()
        return (try? document.write(manifest)).map { SHA256.hash(document.bytes) }
    }

    func askForManifest(of module: HostCard.ServedModule, _ host: FleetHost) {
        guard directory.needs(module.manifest) else { return }
        Task.detached { [self] in
            let answer = try? await host.peer.ask(Messages.manifest, WireVersion(), module.name)
            let manifest = answer ?? nil
            let isTrue = manifest.flatMap(Self.content) == module.manifest
            directory.keep(isTrue ? manifest : nil, as: module.manifest)
            if !isTrue, manifest != nil {
                report("the host \(host.words) gave another manifest of \(module.name) than it announced; update it")
            }
            changes.continuation.yield()
        }
    }

    /// Updates the modules of other hosts in the runtime. If a module is unusable, its version is skipped, and a
    /// host with another version of the module may answer.
    func updateModules() async {
        var problems: Set<String> = []
        while true {
            let modules = directory.renewed { FleetCode(member: self, module: $0, routes: $1.routes) }
            let found = await runtime.set(fleetModules: modules)
            if found.isEmpty { break }
            problems.formUnion(found.values)
            directory.refuse(found.keys.compactMap { modules[$0]?.content })
        }
        problems.sorted().forEach(report)
    }
}
