import FoundationEssentials
import Glibc
@_spi(Host) import ModuleKit
import ModuleTesting
import Platform

/// The child's side of a scan: it loads plugins one after the other, makes their modules, reports what those of each declare on
/// one line, and ends.
package enum ScanChild {
    /// The command that starts it; it is in no help, for no person types it.
    package static let word = "scan-file"

    /// Loads the plugins and reports.
    ///
    /// The caller ends the process without running what the plugins have registered for its end.
    ///
    /// - Returns: whether all were reported on.
    package static func run(_ plugins: [PluginRead]) -> Bool {
        let output = PluginChildOutput()
        for plugin in plugins {
            // The process that waits for the report may be killed; then nothing else ends a plugin that waits for ever. One
            // that takes long among others is scanned alone.
            alarm(UInt32(plugins.count == 1 ? PluginScan.waitSeconds + 1 : PluginScan.seconds))
            ResourceLimit.allowProcessorTime(seconds: PluginScan.seconds)
            guard output.report(report(on: plugin)) else { return false }
        }
        return true
    }

    private static func report(on read: PluginRead) -> ScanReport {
        do {
            return report(on: try read.plugin.get())
        } catch {
            let refusal = ScanRefusal(
                module: Path.name(of: read.file), problem: PluginProblem(.file, "\(error)", remedy: "correct the file"))
            return ScanReport(modules: [], refusals: [refusal])
        }
    }

    private static func report(on plugin: DiscoveredPlugin) -> ScanReport {
        let result = PluginLoader.load(plugin)
        var modules: [ScannedModule] = []
        var refusals = result.refusals
        let mediator = Switchboard(navigator: RecordingNavigator(), resolvers: [])
        for factory in result.modules {
            let name = factory.info.name
            do {
                let module = try factory.module(context: ModuleContext(name: name, mediator: mediator))
                let registration = module.registration
                try registration.checkCounts()
                modules.append(ScannedModule(factory.info, Manifest(registration)))
            } catch let error as RegistrationError {
                let problem = PluginProblem(.routes, "\(error)", remedy: "build it with fewer", isLasting: true)
                refusals.append((name, problem))
            } catch {
                refusals.append((name, .notStarted(reason: error)))
            }
        }
        return ScanReport(
            modules: modules, refusals: refusals.map { ScanRefusal(module: $0.module, problem: $0.error) })
    }
}

/// A plugin's file as the process that will run its code reads it: before that, while it may still read all.
package struct PluginRead: Sendable {
    let file: String
    let plugin: Result<DiscoveredPlugin, any Error>

    /// The files and folders that its code needs.
    package var needed: [String] {
        [file] + ((try? plugin.get()).map { $0.bundledLibraries + $0.surroundings } ?? [])
    }

    package static func read(_ files: some Sequence<String>) -> [PluginRead] {
        let host = Result { try HostIdentity.current() }
        let store = ModuleStore(environment: ProcessInfo.processInfo.environment)?.entries
        return files.map { file in
            let isStored = store.map { file.hasPrefix($0 + "/") } ?? false
            let plugin = Result {
                let bundle = try PluginBundle.read(file, host: try host.get())
                return DiscoveredPlugin(bundle, file: file, source: isStored ? .store : .option)
            }
            return PluginRead(file: file, plugin: plugin)
        }
    }
}

/// A process of its own for a plugin's code: this executable with a command that is for no person.
struct PluginChild {
    /// How the process ended before its time, and the last line of meaning that it wrote to standard error.
    enum Ending: Sendable, Equatable {
        case exited(code: CInt, lastLine: String)
        case signal(CInt, lastLine: String)
        case outOfTime(wasKept: Bool)
        case cancelled
    }

    let word: String
    let files: [String]
    var words: [String] = []
    /// How long it may run.
    let seconds: Int
    var executable = Executable.path

    /// Runs it to its end, and gives what it wrote to standard output and how it ended.
    func run() throws(FileError) -> (output: [UInt8], ending: Ending) {
        let work = LongWork.begin("checking \(subject)…")
        defer { LongWork.end(work) }
        let folder = PrivateFolder.make()
        defer { withExtendedLifetime(folder) {} }
        let child = ChildProgram(
            path: executable, arguments: [word] + files + words,
            environment: Self.environment(folder).merging(ChildProgram.endingWithThis) { $1 },
            inherits: Self.inherits)
        let result = try child.run(seconds: seconds)
        let lastLine = Self.lastLine(result.errors)
        let ending: Ending =
            switch result.ending {
            case .outOfTime(let wasKept): .outOfTime(wasKept: wasKept)
            case .cancelled: .cancelled
            case .signal(let signal): .signal(signal, lastLine: lastLine)
            case .exited(let code): .exited(code: code, lastLine: lastLine)
            }
        return (result.output, ending)
    }

    /// Whether a process that runs a plugin's code inherits a variable: those that programs and the system's loader need, and
    /// those that say where the host keeps data. A person may have set any other for somebody else.
    static func inherits(_ variable: Substring) -> Bool {
        ["PATH", "HOME", "LANG", "TZ", "XDG_DATA_HOME", "SWITCHBOARD_STORAGE"].contains(variable)
            || variable.hasPrefix("LC_") || variable.hasPrefix("LD_")
    }

    /// The variables of a process that runs a plugin's code besides those that it inherits.
    ///
    /// - Parameter temporary: the only folder that it may have for temporary files.
    static func environment(_ temporary: PrivateFolder?) -> [String: String] {
        // A backtrace takes longer than all the rest.
        ["SWIFT_BACKTRACE": "enable=no", "TMPDIR": temporary?.path ?? ""]
    }

    /// The module, by the name of its library, or the number of the libraries.
    private var subject: String {
        guard files.count == 1 else { return "\(files.count) modules" }
        let name = Path.name(of: files[0])
        return name.hasPrefix("lib") && name.hasSuffix(".so") ? String(name.dropFirst(3).dropLast(3)) : name
    }

    /// A debug build of the Swift runtime prints a list of addresses behind its reason.
    private static func lastLine(_ bytes: [UInt8]) -> String {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let line = lines.last { $0.contains("Fatal error: ") } ?? lines.last ?? ""
        return PlainText.line(String(line), limit: 200)
    }
}

/// Where a plugin's process reports to: its standard output, which the plugin itself cannot reach.
struct PluginChildOutput {
    /// Reports a value as one line of JSON; tells whether it was written.
    func report(_ value: some Encodable) -> Bool {
        guard let line = try? JSONText.encode(value) + "\n" else { return false }
        let bytes = Array(line.utf8)
        return write(StandardOutput.descriptor, bytes, bytes.count) == bytes.count
    }
}
