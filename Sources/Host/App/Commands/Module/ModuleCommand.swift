@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

extension Command {
    static let module = Command(
        group: "module", summary: "install, remove and manage modules",
        commands: [
            moduleInstall, moduleUninstall, moduleTrust, moduleVerify, moduleEnable, moduleDisable, moduleIsolate,
            moduleStart, moduleStop, moduleReload, moduleWhy, moduleInfo, moduleNew, moduleCheck,
        ])

    static let modules = Command(
        name: "modules", summary: "list all modules with state and version, loaded or not, and why one does not run",
        need: .modules
    ) { session, _ throws(Failure) in
        let modules = await session.runtime.records
        var table = TextTable("MODULE", "VERSION", "STATE", "FROM", "FILE", paths: "FILE")
        for module in modules {
            let state = module.isIsolated == true ? "\(module.state.rawValue), isolated" : module.state.rawValue
            table.add(module.name, module.version ?? "-", state, module.source.rawValue, module.file)
        }
        let notes = modules.compactMap(\.earlierText) + modules.compactMap(\.abandonedText)
        let reasons = modules.compactMap(\.text)
        let isForPrograms = session.console.format == .json
        let contracts = isForPrograms ? ModuleChannels.contracts : []
        // Only the JSON output shows the content of manifests. The text output does not request them, because a
        // manifest may have to be read from a file.
        let documents = modules.map { module in
            let manifest = isForPrograms ? session.runtime.manifest(of: module.name) : nil
            return ModuleDocument(record: module, channels: manifest.map { ModuleChannels($0, contracts) })
        }
        return try session.console.show("modules", documents, table, notes: notes + reasons)
    }
}

/// A module in the output for programs: its record and, if its declarations are known, its services, events and labels.
private struct ModuleDocument: Encodable {
    let record: ModuleRecord
    let channels: ModuleChannels?

    func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        try JSONObject(["channels": channels]).encode(to: encoder)
    }
}

extension Console {
    /// Reports the module's problem as an error, if the module has one.
    func report(_ record: ModuleRecord) {
        guard let problem = record.problem, let text = record.text else { return }
        let error: [String: (any Encodable)?] = [
            "code": "moduleRefused", "message": record.message, "module": record.name, "file": record.file,
            "source": record.source, "parts": problem.parts, "remedy": problem.remedy,
        ]
        report("error", JSONObject(error), text: text, .failure)
    }
}

extension Session {
    /// Returns the records of all modules with the name; throws a failure that lists the known names if there are none.
    func records(of name: String) async throws(Failure) -> [ModuleRecord] {
        let records = await runtime.records(of: name)
        guard records.isEmpty else { return records }
        // Two files may have a module of the same name, so the names are made unique. A folder that cannot be read has
        // a record under its path, which is not a module's name.
        let names = Set(await runtime.records.map(\.name)).filter { !$0.contains("/") }.sorted()
        let near = EditDistance.nearest(to: name, among: names)
        let known = names.isEmpty ? "add --demo" : "name one of \(names.joined(separator: ", "))"
        let advice = near.map { "did you mean \($0)?" } ?? "\(known), or install it"
        throw Failure("unknownModule", "no module \(name) was found; \(advice)", near: near.map { [$0] } ?? names)
    }

    /// Returns a reader for the present content of module files, for reloads and watched folders.
    func renewal() throws(Failure) -> ModuleFileReader {
        ModuleFileReader(store: store, hold: source.hold, host: try host(), scans: scans)
    }

    func installation() throws(Failure) -> ModuleInstallation {
        ModuleInstallation(store: try requiredStore(), host: try host(), scans: scans)
    }

    func requiredStore() throws(Failure) -> ModuleStore {
        guard let store else { throw Failure(PluginProblem.noDataHome) }
        return store
    }

    func host() throws(Failure) -> HostIdentity {
        try Failure.describing(HostIdentity.current(), code: "unreadableHost")
    }

    /// Prints a module's record after a change, and updates the list of modules that remotes receive.
    func show(_ name: String, _ words: String) async throws(Failure) -> ExitCode {
        await runtime.describe()
        let records = await runtime.records(of: name)
        let version = records.compactMap(\.version).first.map { " \($0)" } ?? ""
        return try console.show("module", records, text: PlainText.line("\(name)\(version) \(words)"))
    }

    /// Throws if the module is neither known to this host nor in the store, where it may have been installed recently.
    func requireKnown(_ name: String) async throws(Failure) {
        do throws(Failure) {
            _ = try await records(of: name)
        } catch {
            guard let lock = try? installation().store.lock(), (try? ModuleInstallation.module(name, in: lock)) != nil
            else {
                throw error
            }
        }
    }

    /// Throws if the module does not exist or cannot be loaded.
    func requireModule(_ name: String) async throws(Failure) {
        let records = try await records(of: name)
        if await runtime.knows(name) { return }
        throw Failure("moduleRefused", records.compactMap(\.message).first ?? "\(name) cannot be loaded", .refused)
    }
}
