import FoundationEssentials
import Glibc
@_spi(Host) import ModuleKit
import ModuleTesting
import Platform

/// The child's side of a scan: loads plugins one after the other, makes their modules, reports the declarations of each plugin on
/// one line, and ends.
package enum ScanChild {
    /// The command that starts this process; the help leaves it out, because only the host runs it.
    package static let word = "scan-file"

    /// Loads the plugins and reports on them.
    ///
    /// The caller ends the process without running the code that plugins have registered for its end.
    ///
    /// - Returns: whether all reports were written.
    package static func run(_ plugins: [ReadPlugin]) -> Bool {
        let output = PluginChildOutput()
        for plugin in plugins {
            // If the waiting process is killed, only this alarm ends a plugin that waits forever. A plugin that takes long among
            // others is scanned alone.
            alarm(UInt32(plugins.count == 1 ? PluginScan.waitSeconds + 1 : PluginScan.seconds))
            ProcessControl.allowProcessorTime(seconds: PluginScan.seconds)
            guard output.report(report(on: plugin)) else { return false }
        }
        return true
    }

    private static func report(on read: ReadPlugin) -> ScanReport {
        do {
            return report(on: try read.modules.get())
        } catch {
            let refusal = ScanRefusal(
                module: Path.name(of: read.file), problem: PluginProblem(.file, "\(error)", remedy: "correct the file"))
            return ScanReport(modules: [], refusals: [refusal])
        }
    }

    private static func report(on libraries: [ModuleLibrary]) -> ScanReport {
        let result = PluginLoader.load(libraries)
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

/// A plugin's file, read by the process that will run its code, before confinement keeps it from reading files.
package struct ReadPlugin: Sendable {
    let file: String
    /// The library as it is opened for each module.
    let modules: Result<[ModuleLibrary], any Error>

    /// The files and folders that the plugin's code needs.
    package var needed: [String] {
        let library = try? modules.get().first
        return [file] + (library?.bundledLibraries ?? []) + (library?.outsideFiles ?? [])
    }

    /// Reads files, which the host that started this process has checked.
    package static func read(_ files: some Sequence<String>) -> [ReadPlugin] {
        let store = ModuleStore(environment: ProcessInfo.processInfo.environment)?.entries
        return files.map { file in
            let isStored = store.map { file.hasPrefix($0 + "/") } ?? false
            return ReadPlugin(
                file: file,
                modules: Result { try PluginBundle.read(file, host: nil).modules(changesAsWhole: isStored) })
        }
    }
}

/// A process for a plugin's code: this executable, with a command that only the host uses.
struct PluginChild {
    /// The end of the process, with the last line of meaning that it wrote to standard error.
    enum Ending: Sendable, Equatable {
        case exited(code: CInt, lastLine: String)
        case signal(CInt, lastLine: String)
        case outOfTime(wasKept: Bool)
        case cancelled
    }

    let word: String
    let files: [String]
    var words: [String] = []
    /// The time limit of the process, in seconds.
    let seconds: Int
    var executable = Executable.path

    /// Runs the process to its end, and returns its standard output and its ending.
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
    /// those that name the host's data folders. All others may be meant for another program.
    static func inherits(_ variable: Substring) -> Bool {
        ["PATH", "HOME", "LANG", "TZ", "XDG_DATA_HOME", "SWITCHBOARD_STORAGE"].contains(variable)
            || variable.hasPrefix("LC_") || variable.hasPrefix("LD_")
    }

    /// Returns the additional variables of a process that runs a plugin's code.
    ///
    /// - Parameter temporary: the only folder for temporary files that the process may use.
    static func environment(_ temporary: PrivateFolder?) -> [String: String] {
        // A backtrace would take longer than the scan itself.
        ["SWIFT_BACKTRACE": "enable=no", "TMPDIR": temporary?.path ?? ""]
    }

    /// The module, by the name of its library, or the number of the libraries.
    private var subject: String {
        guard files.count == 1 else { return "\(files.count) modules" }
        let name = Path.name(of: files[0])
        return name.hasPrefix("lib") && name.hasSuffix(".so") ? String(name.dropFirst(3).dropLast(3)) : name
    }

    /// Returns the last line, or the one with a fatal error, behind which a debug build of Swift's runtime lists addresses.
    private static func lastLine(_ bytes: [UInt8]) -> String {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let line = lines.last { $0.contains("Fatal error: ") } ?? lines.last ?? ""
        return PlainText.line(String(line), limit: 200)
    }
}

/// The output for reports of a plugin's process: its standard output, which the plugin itself cannot reach.
struct PluginChildOutput {
    /// Writes a value as one line of JSON, and returns whether it was written.
    func report(_ value: some Encodable) -> Bool {
        guard let line = try? JSONText.encode(value) + "\n" else { return false }
        let bytes = Array(line.utf8)
        return write(StandardOutput.descriptor, bytes, bytes.count) == bytes.count
    }
}
