@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

extension Command {
    static let moduleInfo = Command(
        name: "module info", words: "NAME|PATH",
        summary: "show details of a module or a library; a library is read in a separate process",
        need: .nothing
    ) { session, arguments throws(Failure) in
        let installation = try session.installation()
        var details = try Failure.describing(
            ModuleDetails.find(arguments.words[0], installation, session.source.search))
        let contracts = ModuleChannels.contracts
        for (place, name) in details.map(\.name).enumerated() {
            details[place].channels = (details[place].scanned?.manifest).map { ModuleChannels($0, contracts) }
            if let limits = session.store?.isolation(of: name) { details[place].limits = limits }
            details[place].isDisabled = session.store?.isDisabled(name) == true
            details[place].given = session.runtime.settings[name] ?? []
            details[place].fleet = await hosts(of: name, in: session)
        }
        return try session.console.show(
            "module", details.map(\.object), text: details.map(\.text).joined(separator: "\n\n"))
    }

    /// Returns a sentence that names the host of the fleet that runs a module for this host. Outside the shell, returns
    /// the advice to use `module why`. Returns `nil` if neither applies.
    private static func hosts(of name: String, in session: Session) async -> String? {
        if let record = await session.runtime.records(of: name).first(where: { $0.state == .elsewhere }) {
            return "it runs elsewhere: on \(record.file); this host does not run it itself"
        }
        // Outside the shell, the command does not join the fleet.
        let hasFleet = session.settings.contains { $0.key == "fleet" && $0.value != "none" }
        return hasFleet && session.fleet == nil ? "`module why \(name)` shows whether it runs here or elsewhere" : nil
    }
}

/// The details of a module, for the user and for programs.
private struct ModuleDetails {
    let name: String
    let version: String
    /// The SHA-256 of the plugin's file, without the libraries that it includes.
    let hash: ContentHash
    /// The file from which the module was installed, or the file that the user named.
    let source: String
    /// The text that says whether the module is installed, and whether its source file still has the installed content.
    let state: String
    /// The module's line in the store's lock file; `nil` if the store does not have this content.
    let installed: LockedModule?
    /// The path of the module's copy in the store.
    let stored: String?
    let libraries: [String]
    /// The module's information and declarations, which its code returns; `nil` if the code could not run.
    let scanned: ScannedModule?
    /// The limits of the isolated module's process; `nil` if it runs in the host's process.
    var limits: IsolationLimits?
    var isDisabled = false
    /// The module's services, events and labels; `nil` if its declarations are not known.
    var channels: ModuleChannels?
    /// The values that were set for the module's settings.
    var given: [GivenSetting] = []
    /// The kind of the searched folder that has the module's file; `nil` if the file is installed, or if the user named
    /// it.
    var folder: String?
    /// A sentence about the hosts of the fleet that run the module.
    var fleet: String?

    private var requires: [String] { (scanned?.info.requirements ?? []).map(\.words) }

    private var routes: [String] { (scanned?.manifest.routes ?? []).map { "\($0.verb) \($0.pattern)" } }

    /// The names of the teams in the routes' labels, sorted.
    private var teams: [String] { Set((scanned?.manifest.routes ?? []).compactMap(\.team)).sorted() }

    /// The settings. `value` is `nil` if it is sensitive; `source` is `nil` for a default value.
    private var settings: [(name: String, value: JSONValue?, source: String?)] {
        guard let info = scanned?.info, case .object(let defaults)? = info.settings else { return [] }
        let all = Dictionary((defaults.map { GivenSetting($0, $1, from: "") } + given).map { ($0.name, $0) }) { $1 }
        return all.values.sorted { $0.name < $1.name }.map { setting in
            let isHidden = info.sensitiveSettings.contains(setting.key) && setting.value != .null
            return (setting.name, isHidden ? nil : setting.value, setting.source.isEmpty ? nil : setting.source)
        }
    }

    private var webServices: [String] { scanned?.info.webServices ?? [] }

    var object: JSONObject {
        JSONObject([
            "name": name, "version": version, "sha256": "\(hash)", "source": source, "state": state, "stored": stored,
            "disabled": isDisabled ? true : nil, "folder": folder,
            "libraries": libraries, "trust": installed?.trust, "web_services": webServices, "teams": teams,
            "isolated": limits == nil ? nil : true, "limits": limits, "requires": requires, "routes": routes,
            "channels": channels,
            "settings": settings.map { name, value, source in
                JSONObject(["name": name, "value": value ?? .string("***"), "source": source ?? "default"])
            },
        ])
    }

    private var states: String {
        let parts = [isDisabled ? "disabled" : nil, folder.map { "found: \($0)" }, state]
        return parts.compactMap(\.self).joined(separator: "; ")
    }

    /// The details that have a value, one on each line.
    var text: String {
        let isolation = limits.map {
            "isolated, in its own process\(Confinement.weakness == nil ? ", which cannot start others," : "")"
                + " with \($0)\(Confinement.weakness.map { "; \($0)" } ?? "")"
        }
        let rows: [(String, String?)] = [
            ("module", "\(name) \(version)"), ("team", teams.isEmpty ? nil : teams.joined(separator: ", ")),
            ("source", source), ("state", states), ("fleet", fleet),
            ("SHA-256", "\(hash)"), ("store", stored),
            ("brings", libraries.isEmpty ? nil : libraries.joined(separator: ", ")), ("runs", isolation),
            ("services", webServices.isEmpty ? nil : webServices.joined(separator: ", ")),
            ("requires", requires.isEmpty ? nil : requires.joined(separator: ", ")),
        ]
        let values = settings.map { "\($0) = \($1?.text ?? "***")\($2.map { ", from \($0)" } ?? "")" }
        let others = (channels?.rows ?? []) + values.map { ("setting", $0) } + routes.map { ("route", $0) }
        return (rows + others).compactMap { field, value in
            value.map { field + String(repeating: " ", count: 10 - field.count) + PlainText.line($0) }
        }.joined(separator: "\n")
    }

    /// Returns the details of modules. `subject` is the path of a library or the name of one module.
    static func find(
        _ subject: String, _ installation: ModuleInstallation, _ search: ModuleSearch
    ) throws(PluginProblem) -> [ModuleDetails] {
        if subject.contains("/") || subject.hasSuffix(".so") {
            return try ofFile(Path.absolute(subject), installation)
        }
        let lock = try installation.store.lock()
        if lock[subject] == nil {
            // The file may be in a searched folder without being installed.
            var discovery = PluginDiscovery(host: installation.host)
            discovery.search(search.folders)
            guard let plugin = discovery.plugins.first(where: { $0.modules.contains(subject) }) else {
                let names = lock.modules.map(\.name) + discovery.plugins.flatMap(\.modules)
                throw .notInstalled(subject, installed: names.sorted())
            }
            var found = try ofFile(plugin.file, installation).filter { $0.name == subject }
            for place in found.indices { found[place].folder = plugin.source.rawValue }
            return found
        }
        return [try ofInstalled(subject, installation)]
    }

    private static func ofInstalled(
        _ name: String, _ installation: ModuleInstallation
    ) throws(PluginProblem) -> ModuleDetails {
        let module = try ModuleInstallation.module(name, in: try installation.store.lock())
        let bundle = try? installation.store.read(module.entry, host: installation.host)
        let scanned = installation.scanned(module)
        return ModuleDetails(
            name: name, version: module.version, hash: module.hash, source: module.source,
            state: state(of: module, installation), installed: module,
            stored: installation.store.path(of: module.entry), libraries: bundle?.libraries.map(\.name) ?? [],
            scanned: scanned, limits: scanned?.info.isIsolated == true ? IsolationLimits() : nil)
    }

    /// Returns the details of the modules in a file. A separate process loads the file.
    private static func ofFile(
        _ path: String, _ installation: ModuleInstallation
    ) throws(PluginProblem) -> [ModuleDetails] {
        let bundle = try PluginBundle.read(path, host: installation.host)
        let lock = try installation.store.lock()
        let scanned: [ScannedModule]
        do {
            scanned = try installation.scans.modules(of: bundle.address, library: path)
        } catch {
            throw .unscannable(path, error)
        }
        return scanned.map { module in
            let named = lock[module.name]
            let settled = named.flatMap { try? installation.settled(bundle, insteadOf: $0) }
            let installed = named.flatMap { $0.entry.address == settled?.address ? $0 : nil }
            return ModuleDetails(
                name: module.name, version: "\(module.info.version)", hash: bundle.main.hash, source: path,
                state: installed != nil ? "installed" : named == nil ? "not installed" : "installed with other content",
                installed: installed, stored: installed.map { installation.store.path(of: $0.entry) },
                libraries: bundle.libraries.map(\.name), scanned: module,
                limits: module.info.isIsolated ? IsolationLimits() : nil)
        }
    }

    private static func state(of module: LockedModule, _ installation: ModuleInstallation) -> String {
        if module.trust == .offered { return "installed; a remote offered it" }
        do {
            guard let change = try installation.change(of: module) else { return "installed; the source is the same" }
            return
                "installed; the source has changed: \(change); "
                + "`switchboard module install \(ShellWords.quote(module.source))` installs it"
        } catch {
            return "installed; the source cannot be read any more"
        }
    }
}
