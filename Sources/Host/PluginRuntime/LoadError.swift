@_spi(Host) import ModuleKit

/// Why a module is not running.
enum LoadError: Error, Sendable {
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
    /// Another plugin brings along another library of that name.
    case otherLibrary(name: String, other: String)
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
