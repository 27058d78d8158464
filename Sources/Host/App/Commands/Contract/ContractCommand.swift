import Glibc
@_spi(Host) import HostKit
import Platform

extension Command {
    static let contract = Command(
        group: "contract", summary: "check the contracts that tests of modules record",
        commands: [.contractCheck, .contractReview, .contractWho])

    private static let against = Option(
        "--against", value: "FILE",
        "compare with FILE, which `routes --json --schema` wrote, instead of these modules")

    static let contractCheck = Command(
        name: "contract check", words: "[FILE…]",
        summary:
            "check the app against contracts: FILE, or all Contracts/*.json; exit 1 if it breaks one",
        options: [against]
    ) { session, arguments throws(Failure) in
        let files = try ContractCheck.files(arguments.words)
        var check =
            if let file = arguments.values(against).last {
                try ContractCheck(RouteList(path: file), ownHosts: session.mediator.ownHosts)
            } else { try await ContractCheck(of: session) }
        check.contracts = files.map(\.contract)
        var findings: [RouteChange] = []
        for (path, file) in files { findings += try check.findings(in: file, path) }
        let count = files.reduce(0) { $0 + $1.contract.count }
        let entries = count == 1 ? "1 entry" : "\(count) entries"
        let contracts = files.count == 1 ? "1 contract" : "\(files.count) contracts"
        let fits = "\(entries) of \(contracts) \(count == 1 ? "fits" : "fit")"
        let text = findings.isEmpty ? fits : findings.map { PlainText.line($0.text) }.joined(separator: "\n")
        try session.console.show("contract", findings, text: text)
        return findings.contains(where: \.isBreaking) ? .failed : .done
    }

    static let contractReview = Command(
        name: "contract review", words: "[FILE…]",
        summary: "record who answers each entry of Contracts/*.json or FILE; a later check reports changes"
    ) { session, arguments throws(Failure) in
        let files = try ContractCheck.files(arguments.words)
        var check = try await ContractCheck(of: session)
        check.contracts = files.map(\.contract)
        for (path, file) in files {
            guard ["1.0", "1.1"].contains(file.version) else {
                throw ContractCheck.unreadable(
                    path, "its version is \(file.version), which this switchboard cannot write")
            }
            let answered = try check.review(of: file, path)
            // An entry that nothing answers now keeps its earlier review, because the module that answered it may
            // return.
            let notes = file.reviews.filter { file.has($0.key) }.merging(answered) { $1 }
            let reviewed = file.replacing("reviewed", with: notes)
            do throws(FileError) {
                if reviewed != file { try File.replace(path, with: Array(reviewed.text.utf8)) }
            } catch {
                let remedy = error.remedy(or: "name a file that you may write")
                throw Failure("unwritable", "\(path) cannot be written: \(error); \(remedy)")
            }
            let words = "recorded who answers \(answered.count) of \(file.reviewable) entries"
            session.console.notice("contract", "\(path): \(words)")
        }
        return .done
    }
}

extension ContractFile {
    /// The number of entries, without the reviews.
    fileprivate var count: Int { sections.reduce(0) { $0 + ($1.key == "reviewed" ? 0 : $1.value.count) } }

    /// The number of entries that can have an answer.
    fileprivate var reviewable: Int {
        ["asks", "services", "events", "labels"].reduce(0) { $0 + (sections[$1]?.count ?? 0) }
    }

    /// Returns whether the file still has the entry of the review with the key `note`.
    fileprivate func has(_ note: String) -> Bool {
        sections.contains { section, entries in
            note.hasPrefix("\(section) ") && entries[String(note.dropFirst(section.count + 1))] != nil
        }
    }

    /// The last review: for each entry, the modules and routes that answered it. A key consists of the entry's section,
    /// a space, and the entry's key.
    var reviews: [String: Entry] { sections["reviewed"] ?? [:] }
}

extension ContractCheck {
    /// Reads the files at `paths`. If `paths` is empty, reads the contracts in the working folder.
    static func files(_ paths: [String]) throws(Failure) -> [(path: String, contract: ContractFile)] {
        try (paths.isEmpty ? folder() : paths).map { path throws(Failure) in (path, try read(path)) }
    }

    /// Returns the readable contracts in the working folder, and reports the unreadable ones.
    static func inFolder(reporting report: (Failure) -> Void = { _ in }) -> [(path: String, contract: ContractFile)] {
        ((try? folder()) ?? []).compactMap { path in
            do throws(Failure) { return (path, try read(path)) } catch {
                report(error)
                return nil
            }
        }
    }

    private static func read(_ path: String) throws(Failure) -> ContractFile {
        let bytes = try Failure.describing(try File.bytes(at: path)) { (error: FileError) in
            let remedy = error.remedy(or: "name a contract, such as Contracts/Rent.json")
            return Failure(usage: "\(path) cannot be read: \(error); \(remedy)")
        }
        guard let file = ContractFile(bytes) else {
            throw unreadable(path, "\"module\" or \"asks\" is missing, or a part is not an object")
        }
        if !file.version.hasPrefix("1.") { throw unreadable(path, "its version is \(file.version), not 1") }
        return file
    }

    fileprivate static func unreadable(_ path: String, _ reason: String) -> Failure {
        Failure(usage: "\(path) is not a contract: \(reason); have the tests write it again")
    }

    /// Returns the paths of the contracts of an app and of its plugins, in the working folder.
    private static func folder() throws(Failure) -> [String] {
        let folders = ["Contracts"] + names(in: "Plugins").map { "Plugins/\($0)/Contracts" }
        let files = folders.flatMap { folder in names(in: folder).map { "\(folder)/\($0)" } }
        let contracts = files.filter { $0.hasSuffix(".json") }
        if !contracts.isEmpty { return contracts }
        throw Failure(usage: "there is no Contracts/*.json here; name a file that the tests of a module wrote")
    }

    private static func names(in folder: String) -> [String] {
        guard let folder = try? Descriptor(opening: folder, O_RDONLY | O_DIRECTORY) else { return [] }
        return ((try? folder.names()) ?? []).sorted()
    }
}

/// An entry of a contract: a stub that the module's tests asked, and what the tests recorded about the stub's requests
/// and answers.
struct ContractAsk {
    let module: String
    let verb: Request.Verb
    /// The stub's pattern, and a URL for which the tests asked the stub.
    let pattern, url: String
    let members: [String: JSONValue]
    /// The route that answered at the last review, and its interceptors.
    var reviewed: ContractFile.Entry?

    var origin: Origin { members["origin"] == .string("external") ? .external : .module(module) }

    /// Returns the entries in a section of a contract. Each key is a verb and a URL.
    static func all(
        of file: ContractFile, in section: String = "asks", _ path: String
    ) throws(Failure) -> [ContractAsk] {
        try (file.sections[section] ?? [:]).sorted { $0.key < $1.key }.map { key, members throws(Failure) in
            let words = key.split { " ?".contains($0) }.map(String.init)
            guard words.count > 1, let verb = Request.Verb(rawValue: words[0]) else {
                throw ContractCheck.unreadable(path, "\"\(key)\" is not a verb with a URL")
            }
            return ContractAsk(
                module: file.module, verb: verb, pattern: words[1], url: members["url"]?.string ?? words[1],
                members: members, reviewed: file.reviews["asks \(key)"])
        }
    }

    func finding(_ text: String, _ effect: RouteChange.Effect = .breaking) -> RouteChange {
        RouteChange(module: module, verb: verb.rawValue, pattern: pattern, change: text, effect: effect)
    }
}
