@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// `module info NAME|PATH`: describes a module or a file, whose code runs in a separate process for that.
struct ModuleInfoCommand: Command {
    static let description = CommandDescription(
        name: "info", words: "NAME|PATH",
        summary: "show what is known of a module, or of a library, whose code runs in a process of its own for it",
        needsModules: false)

    private let subject: String

    init(_ arguments: Arguments) throws(UsageError) { subject = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let installation = try session.installation()
        var details: [ModuleDetails]
        do {
            details = try find(installation, session.source.search)
        } catch {
            throw Failure(error)
        }
        for place in details.indices {
            guard let limits = session.store?.isolation(of: details[place].name) else { continue }
            details[place].limits = limits
        }
        try session.console.show("module", details, text: details.map(\.text).joined(separator: "\n\n"))
        return .done
    }

    private func find(
        _ installation: ModuleInstallation, _ search: ModuleSearch
    ) throws(PluginProblem) -> [ModuleDetails] {
        if subject.contains("/") || subject.hasSuffix(".so") {
            return try ModuleDetails.ofFile(Path.absolute(subject), installation)
        }
        let lock = try installation.store.lock()
        if lock[subject] == nil {
            // The file may be in a searched folder without being installed.
            var discovery = PluginDiscovery(host: installation.host, onlyModule: subject)
            discovery.search(search.folders)
            if let plugin = discovery.plugins.first {
                return try ModuleDetails.ofFile(plugin.file, installation).filter { $0.name == subject }
            }
        }
        return [try ModuleDetails.ofInstalled(subject, installation)]
    }
}

/// The details of a module, for people and programs.
struct ModuleDetails: Encodable {
    let name: String
    let version: String
    /// The SHA-256 of the plugin's own file.
    let sha256: String
    /// The file from which it was installed, or the requested one.
    let source: String
    /// Whether that file still has the installed content, or whether the module is installed at all.
    let state: String
    /// The copy in the store.
    let stored: String?
    /// The libraries that the plugin includes.
    let libraries: [String]
    /// The way in which its content was accepted.
    let trust: String?
    /// The web services that the module sends calls to.
    let webServices: [String]
    /// Whether the module runs in a process of its own; `nil` for the host's process.
    private(set) var isIsolated: Bool?
    /// The limits of that process.
    fileprivate(set) var limits: IsolationLimits? { didSet { isIsolated = limits == nil ? nil : true } }
    /// The modules that it requires, each with the versions that suit.
    let requires: [String]
    /// The routes of the module, as verb and pattern.
    let routes: [String]

    private enum CodingKeys: String, CodingKey {
        case name, version, sha256, source, state, stored, libraries, trust, limits, requires, routes
        case webServices = "web_services"
        case isIsolated = "isolated"
    }

    /// The details with a value, one on each line.
    var text: String {
        let rows: [(String, String?)] = [
            ("module", "\(name) \(version)"), ("source", source), ("state", state), ("SHA-256", sha256),
            ("store", stored), ("trust", trust),
            ("brings", libraries.isEmpty ? nil : libraries.joined(separator: ", ")),
            (
                "runs",
                limits.map {
                    "isolated, in a process of its own\(Confinement.weakness == nil ? ", which starts no other," : "")"
                        + " with \($0)\(Confinement.weakness.map { "; \($0)" } ?? "")"
                }
            ),
            ("calls", webServices.isEmpty ? nil : webServices.joined(separator: ", ")),
            ("requires", requires.isEmpty ? nil : requires.joined(separator: ", ")),
        ]
        return (rows + routes.map { ("route", $0) }).compactMap { field, value in
            value.map { field + String(repeating: " ", count: 9 - field.count) + PlainText.line($0) }
        }.joined(separator: "\n")
    }

    private init(
        name: String, version: String, sha256: String, source: String, state: String, stored: String?,
        libraries: [String], trust: String?, _ scanned: ScannedModule?
    ) {
        (self.name, self.version, self.sha256, self.source) = (name, version, sha256, source)
        (self.state, self.stored, self.libraries, self.trust) = (state, stored, libraries, trust)
        webServices = scanned?.info.webServices ?? []
        isIsolated = scanned?.info.isIsolated == true ? true : nil
        limits = isIsolated.map { _ in IsolationLimits() }
        requires =
            scanned?.info.requirements.map {
                "\($0.module) \($0.versions.lowerBound) up to, not including, \($0.versions.upperBound)"
            } ?? []
        routes = scanned?.manifest.routes.map { "\($0.verb) \($0.pattern)" } ?? []
    }

    static func ofInstalled(
        _ name: String, _ installation: ModuleInstallation
    ) throws(PluginProblem) -> ModuleDetails {
        let module = try ModuleInstallation.module(name, in: try installation.store.lock())
        let bundle = try? installation.store.read(module.entry, host: installation.host)
        return ModuleDetails(
            name: name, version: module.version, sha256: "\(module.hash)", source: module.source,
            state: state(of: module, installation), stored: installation.store.path(of: module.entry),
            libraries: bundle?.libraries.map(\.name) ?? [], trust: module.trust.rawValue, installation.scanned(module))
    }

    /// Returns the details of the modules in a file, which a separate process loads.
    static func ofFile(
        _ path: String, _ installation: ModuleInstallation
    ) throws(PluginProblem) -> [ModuleDetails] {
        let bundle = try PluginBundle.read(path, host: installation.host)
        let address = bundle.address
        let lock = try installation.store.lock()
        let scanned: [ScannedModule]
        do {
            scanned = try installation.scans.modules(of: address, library: path)
        } catch {
            throw .unscannable(path, error)
        }
        return scanned.map { module in
            let installed = lock[module.name]
            let settled = installed.flatMap { try? installation.settled(bundle, insteadOf: $0) }
            let isSame = installed.map { $0.entry.address == settled?.address } ?? false
            return ModuleDetails(
                name: module.name, version: "\(module.info.version)", sha256: "\(bundle.main.hash)", source: path,
                state: isSame ? "installed" : installed == nil ? "not installed" : "installed with other content",
                stored: isSame ? installed.map { installation.store.path(of: $0.entry) } : nil,
                libraries: bundle.libraries.map(\.name), trust: isSame ? installed?.trust.rawValue : nil, module)
        }
    }

    private static func state(of module: LockedModule, _ installation: ModuleInstallation) -> String {
        if module.trust == .offered { return "installed; a remote offered it" }
        do {
            guard let change = try installation.change(of: module) else { return "installed; the source is the same" }
            return "installed; the source has changed: \(change); `switchboard module trust \(module.name)` accepts it"
        } catch {
            return "installed; the source cannot be read any more"
        }
    }
}

/// `module why NAME`: prints the reason why a module does not run, and the remedy.
struct ModuleWhyCommand: Command {
    static let description = CommandDescription(
        name: "why", words: "NAME", summary: "say why a module does not run, and what to do",
        startsModules: false)

    private let name: String

    init(_ arguments: Arguments) throws(UsageError) { name = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let records = try await session.records(of: name)
        let change = records.contains { $0.source == .store && $0.failedUpdate == nil } ? change(in: session) : nil
        let lines = records.map(Self.text) + [change].compactMap(\.self)
        try session.console.show("why", records, text: lines.joined(separator: "\n"))
        return .done
    }

    /// Returns the difference between the installed module and its source; `nil` if there is none, or the source cannot be
    /// read.
    private func change(in session: Session) -> String? {
        guard let installation = try? session.installation(), let module = try? installation.store.lock()[name],
            module.trust != .offered, let change = try? installation.change(of: module)
        else { return nil }
        let accept = "`switchboard module trust \(name)` accepts it"
        return PlainText.line("its source \(module.source) has changed since it was installed: \(change); \(accept)")
    }

    private static func text(_ record: ModuleRecord) -> String {
        let left = record.left.map { left in
            "\n  left    \(left.words); 8 of them stop it\n"
                + "  to do   end the code of \(record.name) when it is cancelled; an end of the host ends all of it"
        }
        return reason(record) + (left ?? "")
    }

    private static func reason(_ record: ModuleRecord) -> String {
        if let refusal = record.refusal {
            let content = record.content.map { "\n  SHA-256  \($0)" } ?? ""
            return "\(PlainText.line(record.name)) is \(record.state.rawValue)\(content)\n\(refusal.text)"
        }
        if let fault = record.failedUpdate {
            let state = record.state == .active || record.state == .degraded ? "runs" : "is \(record.state.rawValue)"
            return "\(PlainText.line(record.name)) \(state) as before; its update was not taken\n\(fault.details)"
        }
        let state =
            switch record.state {
            case .active: "runs"
            case .degraded: "is degraded: it runs, and some of its code did not end in time"
            case .stopped: "was stopped; `module start \(record.name)` starts it"
            case .disabled: "was disabled by the user; `module enable \(record.name)` enables it"
            default: "is ready (\(record.state.rawValue)); a request that needs it loads it"
            }
        return PlainText.line("\(record.name) \(record.version ?? "") \(state)")
    }
}
