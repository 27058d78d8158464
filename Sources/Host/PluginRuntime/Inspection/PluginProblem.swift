@_spi(Host) import ModuleKit

/// A problem of a plugin or of its surroundings, in words for people and programs.
package struct PluginProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of a problem: the kinds on which callers act, and `refused` for all others.
    package enum Code: String, Sendable {
        case refused
        /// The library exports no module for any version of the contract.
        case noEntryPoint
        /// Others could have written the file.
        case exposed
        case empty
        /// A module of that name was found in a folder that is searched earlier.
        case shadowed
        /// Code holds the main thread, which the loader needs.
        case mainThreadHeld
        /// A requirement of the module is missing, or does not run.
        case requirement
        /// The user disabled a requirement of the module.
        case requiresDisabled
        case stopped
        case disabled
        /// The module's `init(context:)` did not end in time, and was abandoned.
        case loadOutOfTime
        /// The module's `start()` did not end in time, and was abandoned.
        case startOutOfTime
        /// The module's `stop()` did not end in time, and was abandoned.
        case stopOutOfTime
        /// The task that waited for the module's start was cancelled.
        case notAwaited
        /// The module is being started by a module that it needs itself, directly or indirectly.
        case startingAlready
        /// The module threw while it was made or started.
        case notStarted
        /// The module's declarations conflict with those of another module.
        case registration
        /// The module's process crashed too often in a short time.
        case crashedOften
        // What an installation tells programs.
        case noPlugin, notInstalled, contentChanged, otherSource, routeTaken, moduleGone, notAsOffered, fetched
        case startFailed, scanFailed, interrupted, usage
        /// A module would not run beside the new ones.
        case clash = "moduleRefused"
    }

    package let code: Code
    /// The file with the problem, if the findings do not name it.
    var file: String?
    /// Whether it is the problem of a file, and not of the store.
    package var isOfFile: Bool { file != nil }
    package let findings: [Finding]
    /// A sentence on what the user can do.
    package let remedy: String
    /// Whether the content has the problem wherever and whenever it is loaded.
    let isLasting: Bool

    init(
        code: Code = .refused, file: String? = nil, _ findings: [Finding], remedy: String, isLasting: Bool = false
    ) {
        (self.code, self.file, self.findings) = (code, file, findings)
        (self.remedy, self.isLasting) = (remedy, isLasting)
    }

    init(
        code: Code = .refused, _ field: Finding.Field, _ text: String, remedy: String, isLasting: Bool = false
    ) {
        self.init(code: code, [Finding(field, text)], remedy: remedy, isLasting: isLasting)
    }

    /// Creates the problem of a file with findings that have a remedy each.
    init(code: Code = .refused, file: String, _ findings: [Finding]) {
        var remedies: [String] = []
        for remedy in findings.compactMap(\.remedy) where !remedies.contains(remedy) { remedies.append(remedy) }
        self.init(code: code, file: file, findings, remedy: remedies.joined(separator: "; "))
    }

    func with(remedy: String) -> PluginProblem {
        PluginProblem(code: code, file: file, findings, remedy: remedy, isLasting: isLasting)
    }

    /// Returns the problem of a copy in the store, with the remedy of an installation from the module's source.
    package func ofInstalled(_ module: String) -> PluginProblem {
        guard findings.allSatisfy({ $0.field == .content }) else { return self }
        let source = "install it from its source again with `module install`"
        return with(remedy: "\(source), unless the change is yours: `module trust \(module)`")
    }

    /// The findings in one sentence.
    package var found: String { findings.map(\.clause).joined(separator: "; ") }

    /// The findings and the remedy in one sentence.
    package var sentence: String { remedy.isEmpty ? found : "\(found); \(remedy)" }

    /// The sentence, behind the file's path if the findings do not name it.
    package var description: String { file.map { PlainText.line("\($0): \(sentence)") } ?? sentence }
}
