import FoundationEssentials

/// Loads a plugin for the first time, in a process of its own: what crashes or hangs there harms nobody.
///
/// The child is this executable with the command `scan-file`, which is for no person.
struct PluginScan {
    /// How long a plugin may take to load.
    static let seconds = 5

    var executable = Executable.path

    /// The modules of a plugin's file, which was checked already.
    func run(file: String) throws(ScanError) -> [ScannedModule] {
        let report = try report(file)
        guard report.refusals.isEmpty else { throw .refused(report.refusals) }
        return report.modules
    }

    private func report(_ file: String) throws(ScanError) -> ScanReport {
        let child = ChildProgram(
            path: executable, arguments: [ScanChild.word, file], environment: ["SWIFT_BACKTRACE": "enable=no"])
        let result: (ending: ChildProgram.Ending, output: [UInt8], errors: [UInt8])
        do {
            result = try child.run(seconds: Self.seconds)
        } catch {
            throw .notStarted(error)
        }
        switch result.ending {
        case .outOfTime: throw .hung(seconds: Self.seconds)
        case .signal(let signal): throw .crashed(signal: signal, lastLine: Self.lastLine(result.errors))
        case .exited(let code):
            guard let report = try? JSONDecoder().decode(ScanReport.self, from: Data(result.output)) else {
                throw .exited(code: code, lastLine: Self.lastLine(result.errors))
            }
            return report
        }
    }

    private static func lastLine(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return PlainText.line(String(text.split(whereSeparator: \.isNewline).last ?? ""), limit: 200)
    }
}
