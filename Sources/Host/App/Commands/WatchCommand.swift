@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

extension Command {
    /// `watch DIR|off`: starts, reloads and stops modules as their files in a folder change.
    static let watch = Command(
        name: "watch", words: "[DIR|off]",
        summary: "run the modules in DIR: load new files, reload changed ones, stop removed ones, install nothing; "
            + "in the shell, `watch` alone lists the watched folders, and `watch off` ends all watches"
    ) { session, arguments throws(Failure) in
        let isInShell = ShellRequest.isCurrent
        switch arguments.words.first {
        case nil:
            guard isInShell else { throw .missingWord("DIR", command: "watch", usage: "watch DIR") }
            let folders = try session.watchedFolders()
            try session.console.show(
                "watching", folders, text: folders.map { PlainText.line("watching \($0)") }.joined(separator: "\n"))
        case "off":
            guard isInShell else { throw .shellOnly("watch off") }
            _ = try session.watchedFolders()
            session.watches.end()
        case let folder?: try await session.watch(Path.absolute(folder), isInShell: isInShell)
        }
        return .done
    }
}

extension Session {
    fileprivate func watchedFolders() throws(Failure) -> [String] {
        let folders = watches.folders
        guard folders.isEmpty else { return folders }
        throw Failure("notWatching", "no folder is watched; begin with `watch DIR`")
    }

    /// Watches a folder. An interactive shell continues immediately; a shell that reads a script first waits until the
    /// folder's modules are loaded. Outside of a shell, the command watches until it is cancelled.
    fileprivate func watch(_ folder: String, isInShell: Bool) async throws(Failure) {
        let watch = try Failure.describing(try FolderWatch(folder)) { (error: FileError) in
            return Failure("unreadableFolder", "\(folder) cannot be watched: \(error); name a folder that you may read")
        }
        let watcher = ModuleWatcher(
            folder: folder, update: try renewal(), runtime: runtime,
            report: { [self] change in
                _ = try? console.show("watch", change, text: change.text)
                // The catalogue may still have an earlier build's declarations, so the new ones are read from the file.
                let manifests = (try? installation().manifests(in: change.file)) ?? []
                let breaks = breaks(by: manifests.filter { $0.owner == change.module }, in: change.file)
                if !breaks.isEmpty { console.notice("contract", "\(change.module) \(Self.words(breaks))") }
            },
            refuse: { [console] in console.report(Failure($1, module: $0)) })
        try console.show("watching", folder, text: PlainText.line("watching \(folder)"))
        watches.add(watch, of: folder)
        let begun = Promise<Void>()
        let task = BlockingExecutor.task { [console, watches] in
            if await watcher.follow(watch, begun: { begun.fulfill(()) }) { console.report(Failure(lostFolder: folder)) }
            watches.remove(watch, of: folder)
        }
        if isInShell {
            guard !input.isInteractive else { return }
            _ = await begun.waitUnlessCancelled()
            return
        }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            watch.stop()
        }
    }
}

extension Failure {
    /// Creates the failure of a watch whose folder is gone.
    init(lostFolder folder: String) {
        let message = "\(folder) was removed or moved, and is not watched any more; make it again and `watch` it again"
        self.init("watchedFolderGone", message)
    }
}
