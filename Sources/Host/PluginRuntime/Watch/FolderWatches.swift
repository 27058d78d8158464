@_spi(Host) import ModuleKit
package import Platform
import Synchronization

/// The folders that a shell watches, until it ends them.
package final class FolderWatches: Sendable {
    private let watches = Mutex<[String: FolderWatch]>([:])

    package init() {}

    /// The folders, sorted.
    package var folders: [String] { watches.withLock { $0.keys.sorted() } }

    /// Adds a folder; an earlier watch of it ends.
    package func add(_ watch: FolderWatch, of folder: String) {
        watches.withLock { $0.updateValue(watch, forKey: folder) }?.stop()
    }

    /// Forgets a watch that has ended, unless there is another one of its folder.
    package func remove(_ watch: FolderWatch, of folder: String) {
        watches.withLock { if $0[folder] === watch { $0[folder] = nil } }
    }

    /// Ends all of them.
    package func end() {
        let ended = watches.withLock { watches in
            defer { watches = [:] }
            return watches.values.map(\.self)
        }
        for watch in ended { watch.stop() }
    }
}

/// Something that a watched folder led to.
package struct WatchedChange: Sendable, Encodable {
    enum Change: String, Sendable, Encodable { case loaded, reloaded, removed }

    let change: Change
    let module: String
    let version: String
    /// The number of the generation that runs now; `nil` where none does.
    let generation: Int?
    let file: String

    /// One line for people.
    package var text: String {
        let number = generation.map { ", generation \($0)" } ?? ""
        let rest = change != .removed && generation == nil ? "; it does not run, see `module why \(module)`" : ""
        return PlainText.line("\(module) \(version) was \(change.rawValue)\(number)\(rest)")
    }
}

/// Something that a watch could not do, or that the person should know.
package enum WatchProblem: Sendable {
    /// The folder was removed or moved, and is not watched any more.
    case folderGone(String)
    /// A file, or a module of one, does not run as the file is now.
    case module(String, PluginProblem)
}
