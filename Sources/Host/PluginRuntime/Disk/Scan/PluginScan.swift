import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The scan of plugins: they are loaded for the first time, in separate processes, to find their declarations. If a
/// scan process crashes or hangs, the host continues.
package enum PluginScan {
    /// The command that starts a scan process. The help omits the command, because only the host runs it.
    package static let word = "scan-file"
    /// The limit of the processor time for loading a plugin and reporting its declarations, in seconds.
    static let seconds = 5
    /// The time limit of a scan, in seconds. Time in which the scan waits for a processor does not count.
    static let waitSeconds = 15

    /// Returns the records of several plugin files, in the order of the files.
    ///
    /// The files share a process, because the start of a process costs ten times as much as a scan. If a shared process
    /// reports a problem of a file, the file is scanned again alone. If a file ends the process, the files after it
    /// share the next process.
    static func records(of files: [String]) -> [Result<ScanRecord, PluginProblem>] {
        var results: [Result<ScanRecord, PluginProblem>] = []
        while results.count < files.count {
            let rest = Array(files[results.count...])
            // If the process ended early, the first file without a report has ended the process, and is scanned alone.
            let shared =
                rest.count > 1 ? ((try? child(for: rest).run(ScanRecord.self).reports) ?? []).prefix(rest.count) : []
            for (file, record) in zip(rest, shared) {
                results.append(record.isComplete ? .success(record) : self.record(of: file))
            }
            if shared.count < rest.count { results.append(record(of: rest[shared.count])) }
        }
        return results
    }

    /// Scans a file in a separate process.
    private static func record(of file: String) -> Result<ScanRecord, PluginProblem> {
        do throws(FileError) {
            let result = try child(for: [file]).run(ScanRecord.self)
            // A scan process must not set `fault`: only the host puts a content into quarantine.
            guard case .exited = result.ending, let record = result.reports.first, record.fault == nil else {
                return .failure(.unscanned(result.ending, result.said))
            }
            return .success(record)
        } catch {
            return .failure(.notStarted(error))
        }
    }

    private static func child(for files: [String]) -> PluginChild {
        PluginChild(word: word, files: files, seconds: waitSeconds)
    }

    /// Loads plugins one after the other in this process, creates their modules, and reports a record of each plugin.
    ///
    /// The caller must end the process without running the exit handlers that plugins may have registered.
    ///
    /// - Returns: whether all records were written.
    package static func perform(on plugins: [ReadPlugin]) -> Bool {
        for plugin in plugins {
            // If the parent process is killed, only this alarm ends a plugin that waits forever. The time is shorter in
            // a shared process, because a plugin that exceeds it is scanned again alone.
            alarm(UInt32(plugins.count == 1 ? waitSeconds * 2 + 1 : seconds))
            ProcessControl.allowProcessorTime(seconds: seconds)
            guard PluginChild.report(record(of: plugin)) else { return false }
        }
        return true
    }

    private static func record(of plugin: ReadPlugin) -> ScanRecord {
        var record = ScanRecord()
        let mediator = Switchboard(navigator: NavigationPlanner(), resolvers: [])
        do {
            let (library, modules) = try plugin.found.get()
            for name in modules {
                do {
                    record.modules.append(try module(name, of: library, mediator))
                } catch {
                    record.problems[name] = problem(error)
                }
            }
        } catch {
            let problem = PluginProblem(.file, "\(error)", remedy: "correct the file")
            record.problems[Path.name(of: plugin.file)] = problem
        }
        return record
    }

    private static func module(
        _ name: String, of library: ModuleLibrary, _ mediator: Switchboard
    ) throws -> ScannedModule {
        let factory = try PluginLoader.load(name, of: library)
        let module = try factory.module(context: ModuleContext(name: name, mediator: mediator))
        let registration = module.registration
        try registration.checkCounts()
        let manifest = Manifest(registration)
        // A look-up of a service does not wait for a start. A module of SDK 0.2 may rely on its start with the host.
        let isNeeded = !manifest.services.isEmpty || factory.sdk < Version(0, 3, 0) && !manifest.subscriptions.isEmpty
        return ScannedModule(
            info: factory.info, manifest: manifest, startsWithHost: factory.info.isStartedWithHost || isNeeded)
    }

    private static func problem(_ error: any Error) -> PluginProblem {
        switch error {
        case let problem as PluginProblem: problem
        case let error as RegistrationError:
            PluginProblem(.routes, "\(error)", remedy: "correct it and build it again", isLasting: true)
        default: .notStarted(reason: error)
        }
    }
}
