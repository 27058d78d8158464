@_spi(Host) import ModuleKit
package import Platform
import Synchronization

/// The folder watches of a shell.
package final class FolderWatches: Sendable {
    private let watches = Mutex<[String: FolderWatch]>([:])

    package init() {}

    package var folders: [String] { watches.withLock { $0.keys.sorted() } }

    /// Adds a watch of a folder, and ends the folder's earlier watch, if any.
    package func add(_ watch: FolderWatch, of folder: String) {
        watches.withLock { $0.updateValue(watch, forKey: folder) }?.stop()
    }

    /// Removes a watch that has ended, unless the folder has another watch.
    package func remove(_ watch: FolderWatch, of folder: String) {
        watches.withLock { if $0[folder] === watch { $0[folder] = nil } }
    }

    package func end() {
        let ended = watches.withLock { watches in
            defer { watches = [:] }
            return watches.values.map(\.self)
        }
        for watch in ended { watch.stop() }
    }
}

/// A change of a module that was caused by a change in a watched folder.
package struct WatchedChange: Sendable, Encodable {
    enum Change: String, Sendable, Encodable { case loaded, reloaded, removed }

    let change: Change
    package let module: String
    let version: String
    /// The number of the running generation; `nil` if none runs.
    let generation: Int?
    package let file: String

    /// The change as one line of text.
    package var text: String {
        let number = generation.map { ", generation \($0)" } ?? ""
        let rest = change != .removed && generation == nil ? "; it does not run, see `module why \(module)`" : ""
        return PlainText.line("\(module) \(version) was \(change.rawValue)\(number)\(rest)")
    }
}
