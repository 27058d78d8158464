@_spi(Host) import ModuleKit
package import Platform

/// The effect of a new build of a library on one of its modules, which is changed, added or removed.
package struct ModuleUpgrade: Sendable, Encodable {
    let name: String
    /// The change of the version, as text.
    let change: String
    /// The declarations that the installed build lacks, as text.
    let adds: [String]
    /// Whether the new build lacks the module. The JSON omits this property, because `change` says it.
    var isRemoved = false

    private enum CodingKeys: CodingKey { case name, change, adds }

    /// The change, and each addition on a separate line.
    package var text: String {
        let end = isRemoved ? "" : adds.isEmpty ? "; it adds no declarations" : "; it also declares"
        return ([change + end] + adds.map { "  " + $0 }).map { PlainText.line($0) }.joined(separator: "\n")
    }
}

extension ModuleInstallation {
    /// Returns the hash of the content with which an installation would replace installed modules, and the effect on
    /// each module. Returns `nil` if the installation would replace no modules, or only modules in `replaced`.
    package func upgrade(
        to library: String, replacing replaced: [String]
    ) throws(PluginProblem) -> (content: ContentHash, modules: [ModuleUpgrade])? {
        // If the file cannot be read or has no module, the installation reports that later.
        guard let read = try? PluginBundle.read(library, host: host) else { return nil }
        let lock = try store.lock()
        let known = read.modules.compactMap { lock[$0] }
        let address = try chooseBuilds(read, without: known, in: lock).bundle.address
        guard known.contains(where: { $0.entry.address != address && !replaced.contains($0.name) }) else { return nil }
        let work = LongWork.begin("reading \(Path.name(of: library))…")
        defer { LongWork.end(work) }
        do {
            let modules = try scans.modules(of: read.address, library: library).map { upgrade(lock[$0.name], to: $0) }
            let gone = Self.family(of: known, in: lock).filter { !read.modules.contains($0.name) }.map(\.name)
            let removals = gone.map {
                ModuleUpgrade(name: $0, change: "\($0) is removed", adds: [], isRemoved: true)
            }
            return (read.address, modules + removals)
        } catch {
            throw Task.isCancelled ? .interrupted(source: library) : .scan(source: library, error)
        }
    }

    /// Returns the installed modules that share a file with the given modules, and change together with them.
    static func family(of modules: [LockedModule], in lock: ModuleLock) -> [LockedModule] {
        lock.modules.filter { other in modules.contains { $0.entry.address == other.entry.address } }
    }

    private func upgrade(_ installed: LockedModule?, to found: ScannedModule) -> ModuleUpgrade {
        let earlier = Set(installed.flatMap(scanned)?.declarations ?? [])
        let version = found.info.version
        let order = installed.flatMap { Version(parsing: $0.version) }.map { before in
            before == version ? "another build of" : version < before ? "older than" : "newer than"
        }
        let words = installed.map { "is \(order ?? "not") \($0.version), which is installed from \($0.source)" }
        return ModuleUpgrade(
            name: found.name, change: "\(found.name) \(version) \(words ?? "is new")",
            adds: found.declarations.filter { !earlier.contains($0) })
    }
}

extension ScannedModule {
    /// The declarations by which a module affects other modules, or by which requests and events reach the module, as
    /// text. The widest effect is first.
    fileprivate var declarations: [String] {
        let interceptors = manifest.interceptors.map { interceptor in
            let urls = interceptor.patterns + (interceptor.label.map { ["routes labelled \($0)"] } ?? [])
            return "the interceptor \(interceptor.name) on "
                + (urls.isEmpty ? "every URL" : urls.joined(separator: ", "))
        }
        return (info.isIsolated ? [] : ["code in the host's process, unless you isolate it"])
            + (startsWithHost ? ["a start with every host"] : []) + interceptors
            + manifest.subscriptions.map { "a subscription to \($0.event)" }
            + info.requirements.map { "a requirement of \($0)" } + info.webServices.map { "the web service \($0)" }
            + manifest.rewrites.map { "a rewrite of \($0.pattern) to \($0.target)" }
            + manifest.routes.map { "\($0.verb) \($0.pattern), access \($0.access.rawValue)" }
    }
}
