import Glibc
@_spi(Host) import HostKit
import Platform
import PluginRuntime

extension Command {
    static let doctor = Command(
        name: "doctor", summary: "examine folders, libraries, terminal and modules; exit 1 if something needs a cure",
        need: .modules
    ) { session, _ throws(Failure) in
        let examinations =
            [Examination("version", "switchboard \(Contract.sdkVersion), plugin contract v\(Contract.version)")]
            + Examination.folders(session.environment) + Examination.configuration(session.configuration)
            + Examination.libraries
            + Examination.terminal(session.environment) + Examination.remotes(session.mediator.resolvers)
            + Examination.fleet(session.fleet, session.settings)
            + Examination.processor(isBusy: await ModuleRuntime.staysBusy())
            + Examination.modules(await session.runtime.records)
            + Examination.contracts(await session.runtime.records, session.runtime)
            + Examination.guards(await session.runtime.records, session.runtime, session.mediator)
        let lines = examinations.flatMap { examination in
            ["\(examination.cure == nil ? "ok  " : "BAD ") \(examination.subject): \(examination.found)"]
                + (examination.cure.map { ["     \($0)"] } ?? [])
        }
        try session.console.show("doctor", examinations, text: lines.map { PlainText.line($0) }.joined(separator: "\n"))
        return examinations.contains { $0.cure != nil } ? .failed : .done
    }
}

/// One result of `doctor`: what was examined, what was found, and the remedy if something is wrong.
private struct Examination: Encodable {
    let subject: String
    let found: String
    /// The remedy; `nil` if nothing is wrong.
    let cure: String?

    init(_ subject: String, _ found: String, cure: String? = nil) {
        (self.subject, self.found, self.cure) = (subject, found, cure)
    }

    /// Checks, for each service that the tests of modules used, whether a module offers it. Returns nothing if there
    /// are no contracts.
    static func contracts(_ records: [ModuleRecord], _ runtime: ModuleRuntime) -> [Examination] {
        let contracts = ModuleChannels.contracts
        let modules = records.compactMap { runtime.manifest(of: $0.name) }
        let offered = Set(modules.flatMap(\.services).map(\.name))
        let lacks = modules.flatMap { module in
            (ModuleChannels(module, contracts).takes ?? []).compactMap { service -> String? in
                let name = service.prefix { $0 != " " }
                return offered.contains(String(name)) ? nil : "\(module.owner) takes \(name), which no module offers"
            }
        }
        if contracts.isEmpty { return [] }
        if lacks.isEmpty { return [Examination("contracts", "each service that a module takes is offered")] }
        return lacks.map {
            Examination("contracts", $0, cure: "see `contract check`, and install a module that offers it")
        }
    }

    /// Checks the user's folders. A missing folder is not a fault, because the host creates each folder when it is
    /// needed.
    static func folders(_ environment: [String: String]) -> [Examination] {
        let homes = [
            ("data", "XDG_DATA_HOME", UserEnvironment.data(environment)),
            ("state", "XDG_STATE_HOME", UserEnvironment.state(environment)),
            ("cache", "XDG_CACHE_HOME", UserEnvironment.cache(environment, "")?.path),
            ("configuration", "XDG_CONFIG_HOME", UserEnvironment.configuration(environment)),
        ]
        return homes.map { name, variable, home in
            guard let home else {
                return Examination("\(name) folder", "none", cure: "set HOME or \(variable) to the path of a folder")
            }
            return folder("\(name) folder", name == "cache" ? Path.folder(of: home) : home + "/switchboard")
        }
    }

    private static func folder(_ subject: String, _ path: String) -> Examination {
        var status = stat()
        guard lstat(path, &status) == 0 else { return Examination(subject, "\(path), not there yet") }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return Examination(subject, "\(path) is not a folder", cure: "move it away; the host makes a folder there")
        }
        guard status.st_uid == geteuid() else {
            return Examination(
                subject, "\(path) belongs to another user", cure: "run `chown \(geteuid()) \(path)` as root")
        }
        guard status.st_mode & 0o022 == 0 else {
            return Examination(subject, "\(path) can be written by others", cure: "run `chmod go-w \(path)`")
        }
        guard access(path, W_OK | X_OK) == 0 else {
            return Examination(subject, "\(path) cannot be written", cure: "run `chmod u+rwx \(path)`")
        }
        return Examination(subject, path)
    }

    static func configuration(_ configuration: Configuration) -> [Examination] {
        guard let file = configuration.file else { return [] }
        if configuration.problems.isEmpty {
            return [Examination("configuration", access(file, R_OK) == 0 ? file : "\(file), not there yet")]
        }
        return configuration.problems.map {
            Examination("configuration", $0.message, cure: "correct the file; `config show` lists what is in force")
        }
    }

    /// The checks of the system's libraries that the host opens when it needs them.
    static var libraries: [Examination] {
        [
            ("libcurl.so.4", "remotes and web services", "libcurl4"),
            ("libsqlite3.so.0", "records of modules", "libsqlite3-0"),
        ]
        .map { name, use, package in
            guard (try? DynamicLibrary(path: name)) != nil else {
                return Examination(name, "missing, for \(use)", cure: "install it (Debian: apt install \(package))")
            }
            return Examination(name, "found, for \(use)")
        }
    }

    static func terminal(_ environment: [String: String]) -> [Examination] {
        guard isatty(StandardOutput.descriptor) == 1 else {
            return [Examination("terminal", "none: output goes to a file or a pipe")]
        }
        let display = Display(.standard, environment: environment)
        let words =
            "\(environment["TERM"] ?? "no TERM"), \(display.width) columns, "
            + "\(display.usesColour ? "colours" : "no colours"), "
            + (display.showsLinks ? "links" : "no links")
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let isUnicode = locale.lowercased().contains("utf")
        return [
            Examination("terminal", words),
            Examination("locale", locale, cure: isUnicode ? nil : "set LANG to a locale with UTF-8, such as C.UTF-8"),
        ]
    }

    /// Checks the connection to the fleet's server; returns nothing if the settings name no fleet.
    static func fleet(_ member: FleetMember?, _ settings: [Configuration.Row]) -> [Examination] {
        guard let member else {
            let isWanted = settings.contains { $0.key == "fleet" && $0.origin != "default" }
            let cure = "follow the message about the fleet above; `config show` names the setting's source"
            return isWanted ? [Examination("fleet", "this host is not in it", cure: cure)] : []
        }
        guard case .connected(let server) = member.transport.state else {
            return [Examination("fleet \(member.app)", "not connected", cure: member.absence.map { "\($0)" })]
        }
        let hosts = member.summaries.count { !$0.modules.isEmpty }
        return [Examination("fleet \(member.app)", "connected to \(server), \(hosts) hosts serve modules")]
    }

    static func remotes(_ resolvers: [any Resolver]) -> [Examination] {
        resolvers.compactMap { resolver in
            guard let status = resolver.status else { return nil }
            guard let error = status.errors.first else {
                let words = status.hits + status.misses == 0 ? "not asked yet" : "no error so far"
                return Examination("remote \(resolver.name)", words)
            }
            return Examination("remote \(resolver.name)", error, cure: "see `remote status`")
        }
    }

    static func processor(isBusy: Bool) -> [Examination] {
        let cure = "a module left a task or a thread, which its stop() has to end; a restart of the host ends it"
        return isBusy
            ? [Examination("processor", "this process stays busy without a request", cure: cure)] : []
    }

    static func modules(_ records: [ModuleRecord]) -> [Examination] {
        let faults = records.compactMap { record in
            record.problem.map { problem in
                // A shadowed module needs no remedy: the user chose the order in which folders are searched.
                Examination(
                    "module \(record.name)", "\(record.state.rawValue): \(problem.found)",
                    cure: record.state == .shadowed ? nil : problem.remedy)
            }
        }
        let left = records.compactMap { record in
            record.left.map { Examination("module \(record.name)", $0.words, cure: "see `module why \(record.name)`") }
        }
        let disabled = records.filter { $0.state == .disabled }.map(\.name)
        let words = disabled.isEmpty ? "" : ", disabled: \(disabled.joined(separator: ", "))"
        let count = records.count { $0.problem == nil && $0.state != .disabled }
        return [Examination("modules", "\(count) can run\(words)")] + isolation(records) + faults + left
    }

    /// Checks whether the system keeps the processes of isolated modules away from the user's files.
    private static func isolation(_ records: [ModuleRecord]) -> [Examination] {
        let names = records.filter { $0.isIsolated == true }.map(\.name).joined(separator: ", ")
        if names.isEmpty { return [] }
        let words = Confinement.weakness ?? "confined to their own files (Landlock \(FileAccess.version)) and processes"
        let cure = Confinement.weakness.map { _ in "disable untrusted modules, or use a kernel that can confine them" }
        return [Examination("isolation", "\(names): \(words)", cure: cure)]
    }

    /// Reports the label of a route if only modules that do not run have an interceptor for the label.
    static func guards(_ records: [ModuleRecord], _ runtime: ModuleRuntime, _ mediator: Switchboard) -> [Examination] {
        let covered = Set(mediator.interceptors.compactMap(\.label))
        let used = Set(mediator.routes.flatMap(\.labels).map(\.name)).subtracting(covered)
        return records.filter { !$0.mayRun }.flatMap { record in
            (runtime.manifest(of: record.name)?.interceptors ?? []).compactMap { interceptor in
                guard let label = interceptor.label, used.contains(label) else { return nil }
                return Examination(
                    "label \(label)",
                    "nothing intercepts its routes: the interceptor \(interceptor.name) of \(record.name) is "
                        + "\(record.state.rawValue)",
                    cure: "see `module why \(record.name)`, or also disable the modules of these routes")
            }
        }
    }
}
