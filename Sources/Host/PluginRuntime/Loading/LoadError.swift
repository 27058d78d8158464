@_spi(Host) package import ModuleKit
package import Platform

/// Why a module is not running.
package enum LoadError: Error, Sendable {
    /// A folder that was to be searched cannot be read.
    case unreadableFolder(path: String, reason: String)
    /// The file was refused before any of its code ran.
    case file(PluginFileError)
    /// It is a library without a module, and no plugin that was found needs it.
    case libraryAlone
    /// A module of that name was found in a folder that is searched earlier; one of the two may be an installed one.
    case shadowed(by: String, installed: InstalledCopy?)
    /// Another library was compiled with the same protocol.
    case sharedProtocol(symbol: String, other: String)
    /// Another plugin brings along another library of that name; with the hashes of both.
    case otherLibrary(name: String, other: String, found: ContentHash, expected: ContentHash)
    /// What its file holds now was not installed.
    case installation(reason: String)
    /// What the store has of an installed module cannot be loaded.
    case installed(StoreFault, module: String)
    /// The lock file cannot be used.
    case store(StoreError)
    /// The system's loader would not have it.
    case library(DynamicLibraryError)
    case handshake(HandshakeError)
    /// The module's name is not that of its entry point.
    case wrongName(found: String, expected: String)
    case requirement(RequirementError)
    /// Its scan said that it is none, or could not be made.
    case scanned(ScanRefusal)
    /// Its scan did not come to an end.
    case quarantined(ScanError)
    /// The files are not those that were scanned.
    case content(path: String, found: ContentHash, expected: ContentHash)
    /// The files cannot be opened any more.
    case gone(path: String, FileError)
    /// The user stopped it.
    case stopped
    /// The user disabled it.
    case disabled
    /// The new version does not do for one that runs and requires the module.
    case requiredOtherwise(by: String, Requirement, found: Version)
    /// It is not installed any more.
    case notInstalled
    /// Its `init(context:)` did not end in time; it was left behind.
    case loadOutOfTime(seconds: Int)
    /// Its `start()` did not end in time; it was left behind.
    case startOutOfTime(seconds: Int)
    /// Whoever waited for its start was cancelled.
    case notAwaited
    /// Its `stop()` did not end in time; it was left behind.
    case stopOutOfTime(seconds: Int)
    /// It was started by a module that it needs itself, directly or not.
    case startingAlready(chain: [String])
    /// The module threw while it was made or started.
    case notStarted(reason: any Error)
    case registration(RegistrationError)
}

extension LoadError {
    /// What was found wrong, each with the field that it is about.
    package var findings: [Finding] {
        switch self {
        case .unreadableFolder(_, let reason): [Finding(.folder, "it cannot be searched: \(reason)")]
        case .file(let error): error.findings
        case .libraryAlone: [Finding(.kind, "found a library without a module, which no plugin beside it needs")]
        case .shadowed(let other, _): [Finding(.name, "a module of that name was found first at \(other)")]
        case .sharedProtocol(let symbol, let other):
            [Finding(.types, "found a copy of the protocol \(symbol), which \(other) has too")]
        case .otherLibrary(let name, let other, let found, let expected):
            [
                Finding(
                    .library,
                    "found a \(name) that differs from the one of \(other): found SHA-256 \(found), expected \(expected)"
                )
            ]
        case .installation(let reason): [Finding(.install, reason)]
        case .installed(let fault, _): fault.findings
        case .store(let error): error.findings
        case .library(let error): [Finding(.loader, "\(error)")]
        case .handshake(let error): [Finding(.contract, "\(error)")]
        case .wrongName(let found, let expected): [Finding(.name, "found \(found), expected \(expected)")]
        case .requirement(let error): [Finding(.requires, error.found)]
        case .scanned(let refusal): refusal.findings
        case .quarantined(.endedHost(let module)): [Finding(.crash, ScanError.endedHost(module: module).found)]
        case .quarantined(let error): [Finding(.scan, error.found)]
        case .content(let path, let found, let expected):
            [Finding(.content, "found \(path) with SHA-256 \(found), expected \(expected)")]
        case .gone(let path, let error): [Finding(.file, "\(path) cannot be opened any more: \(error)")]
        case .stopped: [Finding(.state, "it was stopped")]
        case .disabled: [Finding(.state, "it is disabled")]
        case .requiredOtherwise(let other, let requirement, let found):
            [Finding(.requires, "\(other), which runs, requires \(requirement), found version \(found)")]
        case .notInstalled: [Finding(.lock, "it is not installed any more")]
        case .loadOutOfTime(let seconds):
            [Finding(.make, "it was not made within \(seconds) seconds, and was left behind")]
        case .startOutOfTime(let seconds):
            [Finding(.start, "it did not end within \(seconds) seconds, and was left behind")]
        case .notAwaited: [Finding(.start, "nobody waits for it any more")]
        case .stopOutOfTime(let seconds):
            [Finding(.stop, "it did not end within \(seconds) seconds, and was left behind")]
        case .startingAlready(let chain):
            [Finding(.start, "it is needed while it starts: \(chain.joined(separator: " → "))")]
        case .notStarted(let reason): [Finding(.start, "it failed: \(String(describing: reason))")]
        case .registration(let error): [Finding(.routes, "\(error)")]
        }
    }

    /// What the person can do.
    package var remedy: String {
        switch self {
        case .unreadableFolder: "name a folder that exists and that you may read"
        case .file(let error): error.remedy
        case .libraryAlone:
            "move it away, or put it beside the plugin that needs it; a module's library exports a "
                + EntryPoint(contract: Contract.version, module: "<Name>").symbol
        case .shadowed(_, let installed):
            "nothing, if that is the one you want; otherwise "
                + (installed?.remedy ?? "move one of the two files away")
        case .sharedProtocol: "put the protocol into an interface package with a dynamic product that both link"
        case .otherLibrary: "build both against the same library; what is installed together runs from the next start"
        case .installation: "see to that, and try again"
        case .installed(let fault, let module): fault.remedy(for: module)
        case .store(let error): error.remedy
        case .library(let error) where error.missing != nil || error == .mainThreadHeld: error.remedy
        case .library, .handshake: "build it against this host's SDK, at `switchboard sdk path`"
        case .wrongName(let found, _): "name the entry point switchboard_v1_\(found)"
        case .requirement(let error): error.remedy
        case .scanned(let refusal): refusal.remedy
        case .quarantined(let error): error.remedy
        case .content, .gone: "start the host again, so that the file is looked at anew"
        case .stopped: "start it with `module start`"
        case .disabled: "enable it with `module enable`"
        case .requiredOtherwise(let other, _, _): "stop \(other) first, or update it"
        case .notInstalled: "install it again"
        case .loadOutOfTime: "mend its init(context:) to wait for nothing, then `module start` tries again"
        case .startOutOfTime: "mend its start() to end when it is cancelled, then `module start` tries again"
        case .notAwaited: "ask again"
        case .stopOutOfTime: "mend its stop() to end when it is cancelled, then `module start` starts it again"
        case .startingAlready: "ask for it after start(), not in it"
        case .notStarted: "mend the module, or remove the file"
        case .registration: "change the pattern, or remove one of the modules; `module start` tries again"
        }
    }
}

extension LoadError: CustomStringConvertible {
    /// What was found, and what to do.
    package var description: String {
        findings.map(\.clause).joined(separator: "; ") + "; \(remedy)"
    }
}

extension LoadError {
    /// The names of other modules with whose declarations the module's clash.
    var others: [String] {
        guard case .registration(.invalid(let faults, _)) = self else { return [] }
        return faults.compactMap(\.otherOwner)
    }
}

extension RegistrationFault {
    /// The module whose declaration is in the way; `nil` where none is.
    var otherOwner: String? {
        switch self {
        case .conflict(_, _, _, let other, _), .rewriteConflict(_, _, _, let other, _),
            .duplicateService(_, _, _, let other, _), .duplicateAdapter(_, _, let other, _):
            other
        default: nil
        }
    }
}
