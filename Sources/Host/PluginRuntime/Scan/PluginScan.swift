import FoundationEssentials

/// Loads a plugin for the first time, in a process of its own: what crashes or hangs there harms nobody.
struct PluginScan {
    /// How long a plugin may take to load and to say what it declares.
    static let seconds = 5

    /// What is said of each module of a plugin's file.
    func report(file: String) throws(ScanError) -> ScanReport {
        let result: (output: [UInt8], ending: PluginChild.Ending)
        do {
            result = try PluginChild(word: ScanChild.word, file: file, seconds: Self.seconds).run()
        } catch {
            throw .notStarted(error)
        }
        switch result.ending {
        case .outOfTime: throw .hung(seconds: Self.seconds)
        case .signal(let signal, let lastLine): throw .crashed(signal: signal, lastLine: lastLine)
        case .exited(let code, let lastLine):
            guard let report = try? JSONDecoder().decode(ScanReport.self, from: Data(result.output)) else {
                throw .exited(code: code, lastLine: lastLine)
            }
            return report
        }
    }
}
