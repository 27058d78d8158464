import Glibc
@_spi(Host) import ModuleKit
import Platform

/// A process that runs a plugin's code. It runs this executable with a command (`word`) that only the host uses.
struct PluginChild {
    let word: String
    let files: [String]
    var words: [String] = []
    /// The time limit of the process, in seconds.
    let seconds: Int

    /// Runs the process to its end. Returns the process's reports up to the first incomplete report, its ending, and a
    /// clause with the last meaningful line of its standard error, if any.
    func run<Report: FrameValue>(
        _: Report.Type
    ) throws(FileError) -> (reports: [Report], ending: ChildProgram.Ending, said: String) {
        let work = LongWork.begin("checking \(subject)…")
        defer { LongWork.end(work) }
        let folder = PrivateFolder.make()
        defer { withExtendedLifetime(folder) {} }
        let child = ChildProgram(
            path: Executable.path, arguments: [word] + files + words,
            environment: Self.environment(folder).merging(ChildProgram.endingWithThis) { $1 },
            inherits: Self.inherits)
        let result = try child.run(seconds: seconds)
        var output = FrameDecoder(result.output, listLimit: .max)
        var reports: [Report] = []
        while !output.isAtEnd, let report = try? output.read(Report.self) { reports.append(report) }
        let line = Self.lastLine(result.errors)
        return (reports, result.ending, line.isEmpty ? "" : ", saying \"\(line)\"")
    }

    /// In the child process, writes a report to the original standard output, which the plugin's code cannot reach.
    /// Returns whether the report was written completely.
    static func report(_ value: some FrameValue) -> Bool {
        var frame = FrameEncoder()
        guard (try? frame.write(value)) != nil else { return false }
        return write(StandardOutput.descriptor, frame.bytes, frame.bytes.count) == frame.bytes.count
    }

    /// Whether a process that runs a plugin's code inherits an environment variable. It inherits only variables that
    /// programs or the system's loader need, or that name the host's data folders. Other variables may be meant for
    /// other programs only.
    static func inherits(_ variable: Substring) -> Bool {
        ["PATH", "HOME", "LANG", "TZ", "XDG_DATA_HOME", "SWITCHBOARD_STORAGE"].contains(variable)
            || variable.hasPrefix("LC_") || variable.hasPrefix("LD_")
    }

    /// Returns the additional variables of a process that runs a plugin's code. `temporary` is the only folder for
    /// temporary files that the process may use.
    static func environment(_ temporary: PrivateFolder?) -> [String: String] {
        // A backtrace would take longer than the scan itself.
        ["SWIFT_BACKTRACE": "enable=no", "TMPDIR": temporary?.path ?? ""]
    }

    /// The subject of a message: the name of the only library, without `lib` and `.so`, or the number of libraries.
    private var subject: String {
        guard files.count == 1 else { return "\(files.count) modules" }
        let name = Path.name(of: files[0])
        return name.hasPrefix("lib") && name.hasSuffix(".so") ? String(name.dropFirst(3).dropLast(3)) : name
    }

    /// Returns the last line that contains a fatal error, or the last line if no line does. A debug build of Swift's
    /// runtime lists addresses after a fatal error.
    private static func lastLine(_ bytes: [UInt8]) -> String {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let line = lines.last { $0.contains("Fatal error: ") } ?? lines.last ?? ""
        return PlainText.line(String(line), limit: 200)
    }
}

/// A plugin's file that a process reads before it confines itself and runs the plugin's code.
package struct ReadPlugin: Sendable {
    let file: String
    /// The library to open, and the names of its modules.
    let found: Result<(library: ModuleLibrary, modules: [String]), any Error>

    /// The files and folders that the plugin's code needs.
    package var needed: [String] {
        let library = try? found.get().library
        return [file] + (library?.bundledLibraries ?? []) + (library?.outsideFiles ?? [])
    }

    /// Reads files, which the host that started this process has already checked.
    package static func read(_ files: some Sequence<String>) -> [ReadPlugin] {
        let store = ModuleStore(environment: UserEnvironment.variables)?.entries
        return files.map { file in
            let isStored = store.map { file.hasPrefix($0 + "/") } ?? false
            let found = Result {
                let bundle = try PluginBundle.read(file, host: nil)
                return (library: bundle.library(changesAsWhole: isStored), modules: bundle.modules)
            }
            return ReadPlugin(file: file, found: found)
        }
    }
}
