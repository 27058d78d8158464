@_spi(Host) import ModuleKit

/// A problem with a plugin or its surroundings, such as a folder or another module, described for users and programs.
package struct PluginProblem: Error, Sendable, Equatable, Encodable, CustomStringConvertible {
    /// The kind of a problem. Each kind to which callers react has its own code, and the rest have `refused`.
    package enum Code: String, Sendable, Encodable {
        case refused
        /// The library does not export a module for any version of the contract.
        case noEntryPoint
        /// Other users could have written the file.
        case exposed
        case empty
        /// Another module of the same name was found in a folder that is searched earlier.
        case shadowed
        /// Code holds the main thread, which the loader needs.
        case mainThreadHeld
        /// A required module is missing, or does not run.
        case requirement
        /// The user disabled a module that is required, directly or through other modules.
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
        /// The module's start waits for the module itself, directly or indirectly.
        case startingAlready
        /// The module threw an error while it was created or started.
        case notStarted
        /// The module's declarations conflict with the declarations of another module.
        case registration
        /// The module's process crashed too often in a short time.
        case crashedOften
        // The codes of installations.
        case noPlugin, notInstalled, contentChanged, otherSource, routeTaken, moduleGone, notAsOffered, fetched
        case startFailed, scanFailed, interrupted, usage
        /// After the installation, one of the modules would not run because of another module.
        case clash = "moduleRefused"
    }

    private enum CodingKeys: String, CodingKey { case code, parts, remedy }

    package let code: Code
    /// The path of the file with the problem, if the parts do not name the file.
    var file: String?
    /// Whether the problem concerns a file, not the store.
    package var isOfFile: Bool { file != nil }
    package let parts: [Part]
    /// A sentence on what the user can do.
    package let remedy: String
    /// Whether the plugin's content causes the problem, so that every load of the same content fails.
    let isLasting: Bool

    init(
        code: Code = .refused, file: String? = nil, _ parts: [Part], remedy: String, isLasting: Bool = false
    ) {
        (self.code, self.file, self.parts) = (code, file, parts)
        (self.remedy, self.isLasting) = (remedy, isLasting)
    }

    init(
        code: Code = .refused, _ field: Field, _ text: String, remedy: String, isLasting: Bool = false
    ) {
        self.init(code: code, [Part(field, text)], remedy: remedy, isLasting: isLasting)
    }

    /// Creates the problem of a file from parts that each have a remedy.
    init(code: Code = .refused, file: String, _ parts: [Part]) {
        var remedies: [String] = []
        for remedy in parts.compactMap(\.remedy) where !remedies.contains(remedy) { remedies.append(remedy) }
        self.init(code: code, file: file, parts, remedy: remedies.joined(separator: "; "))
    }

    func with(remedy: String) -> PluginProblem {
        PluginProblem(code: code, file: file, parts, remedy: remedy, isLasting: isLasting)
    }

    /// Returns the problem of a module's copy in the store. The remedy is then to install the module from its source
    /// again. A problem that does not concern the content is returned unchanged.
    package func ofInstalled(_ module: String) -> PluginProblem {
        guard parts.allSatisfy({ $0.field == .content }) else { return self }
        let source = "install it from its source again with `module install`"
        return with(remedy: "\(source), unless the change is yours: `module trust \(module)`")
    }

    /// Whether the problem is a conflict with another module or library, not something that the module lacks.
    package var isClash: Bool { parts.contains { [.routes, .types, .library].contains($0.field) } }

    /// Returns the problem of a module in one sentence.
    package func message(of module: String) -> String { "\(module) \(predicate): \(sentence)" }

    /// Returns the problem of a module as a block with a line for each part, and the remedy at the end.
    package func text(of module: String, in file: String) -> String {
        "switchboard: \(PlainText.line(module)) \(predicate)\n\(details(in: file))"
    }

    /// Returns the block of `text(of:in:)` without its first line.
    package func details(in file: String) -> String {
        let rows = [("file", file)] + parts.map { ($0.field.rawValue, $0.text) } + [("to do", remedy)]
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.map { field, text in
            "  " + field + String(repeating: " ", count: width - field.count) + PlainText.line(text)
        }.joined(separator: "\n")
    }

    /// The predicate of the first sentence. It depends on the parts: a folder was not searched, a running module did
    /// not stop, and anything else was not loaded.
    private var predicate: String {
        let fields = Set(parts.map(\.field))
        if fields.contains(.folder) { return "was not searched" }
        return fields == [.stop] ? "did not stop normally" : "was not loaded"
    }

    /// The parts in one sentence.
    package var found: String { parts.map(\.clause).joined(separator: "; ") }

    /// The parts and the remedy in one sentence.
    package var sentence: String { remedy.isEmpty ? found : "\(found); \(remedy)" }

    /// The sentence, after the file's path if the parts do not name the file.
    package var description: String { file.map { PlainText.line("\($0): \(sentence)") } ?? sentence }
}

extension PluginProblem {
    /// The subject of a part of a problem: a property of the plugin's file, of its surroundings, of other modules, or
    /// of the plugin's life. Users and programs read the raw value.
    package enum Field: String, Sendable, Encodable {
        // The file, before any of its code runs.
        case kind
        case elfClass = "class"
        case byteOrder = "byte order"
        case machine
        case type
        case entryPoint = "entry"
        case contract
        case sdk = "SDK"
        case toolchain
        case libraries
        // The surroundings of the file.
        case access
        case content
        case file
        case folder
        case store
        case lock
        case loader
        // Other modules.
        case name
        case types
        case library
        case requires
        case routes
        case install
        // The plugin's life, from the scan to the stop.
        case scan
        case crash
        case state
        case make
        case start
        case stop

        /// Whether the problem may be solved without a change of the plugin's file, such as by new permissions of a
        /// folder.
        var dependsOnSurroundings: Bool {
            switch self {
            case .access, .content, .file, .folder, .store, .lock, .loader, .start: true
            default: false
            }
        }

        /// Whether a sentence begins with the field's name. Texts of other fields name their subject themselves.
        fileprivate var isNamedInSentences: Bool {
            switch self {
            case .elfClass, .byteOrder, .machine, .type, .entryPoint, .contract, .sdk, .toolchain, .libraries,
                .access, .requires:
                true
            default: false
            }
        }
    }

    /// One finding of a problem: the property that it concerns, and a text about the found and the expected value.
    package struct Part: Sendable, Equatable, Encodable {
        package let field: Field
        let text: String
        /// The remedy of this part; `nil` if the problem has one remedy for all parts.
        private(set) var remedy: String?

        private enum CodingKeys: String, CodingKey { case field, text }

        init(_ field: Field, _ text: String) {
            self.field = field
            self.text = text
        }

        init(_ field: Field, found: String, expected: String, remedy: String) {
            let isContract = field == .contract
            self.init(field, "found \(found), \(isContract ? "this host speaks" : "expected") \(expected)")
            self.remedy = remedy
        }

        var clause: String {
            if field == .requires { return "\(field.rawValue) \(text)" }
            return field.isNamedInSentences ? "\(field.rawValue): \(text)" : text
        }
    }
}
