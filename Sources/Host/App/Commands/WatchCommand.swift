@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// `watch DIR|off`: keeps the running modules equal to a folder.
struct WatchCommand: Command {
    static let description = CommandDescription(
        name: "watch", words: "[DIR|off]",
        summary: "run what is put into a folder, reload what changes there, stop what goes, and install nothing; "
            + "in the shell `watch off` ends that, and `watch` alone says what is watched")

    private enum Work {
        case begin(folder: String)
        case end
        case list
    }

    private let work: Work

    init(_ arguments: Arguments) throws(UsageError) {
        guard !arguments.words.isEmpty else {
            work = .list
            return
        }
        let word = try Self.word(of: arguments)
        work = word == "off" ? .end : .begin(folder: Path.absolute(word))
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let isInShell = ShellRequest.isCurrent
        switch work {
        case .begin(let folder): try await watch(folder, in: session, isInShell: isInShell)
        case .end:
            guard isInShell else { throw Failure(.shellOnly("watch off")) }
            guard !session.watches.folders.isEmpty else { throw Self.nothing }
            session.watches.end()
        case .list:
            guard isInShell else { throw Failure(Self.missingWord("DIR")) }
            let folders = session.watches.folders
            guard !folders.isEmpty else { throw Self.nothing }
            try session.console.show(
                "watching", folders, text: folders.map { PlainText.line("watching \($0)") }.joined(separator: "\n"))
        }
        return .done
    }

    /// Watches a folder. In the shell the next lines are read meanwhile; those of a script after the folder's content
    /// has been loaded.
    private func watch(_ folder: String, in session: Session, isInShell: Bool) async throws(Failure) {
        let watch = try Self.open(folder)
        let console = session.console
        let watcher = ModuleWatcher(
            folder: folder, update: try session.renewal(), runtime: session.runtime,
            report: { change in try? console.show("watch", change, text: change.text) },
            refuse: { console.report(Failure($1, module: $0)) })
        try console.show("watching", folder, text: PlainText.line("watching \(folder)"))
        session.watches.add(watch, of: folder)
        let begun = Promise<Void>()
        let task = BlockingExecutor.task {
            if await watcher.follow(watch, begun: { begun.fulfill(()) }) { console.report(Failure(lostFolder: folder)) }
            session.watches.remove(watch, of: folder)
        }
        if isInShell {
            guard !session.input.isInteractive else { return }
            _ = await begun.waitUnlessCancelled()
            return
        }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            watch.stop()
        }
    }

    private static func open(_ folder: String) throws(Failure) -> FolderWatch {
        do {
            return try FolderWatch(folder)
        } catch {
            throw Failure(
                code: "unreadableFolder",
                message: "\(folder) cannot be watched: \(error); name a folder that you may read",
                exitCode: .failed)
        }
    }

    private static let nothing = Failure(
        code: "notWatching", message: "no folder is watched; begin with `watch DIR`", exitCode: .failed)
}

extension Failure {
    /// Describes on the command line the end of a watch whose folder is gone.
    init(lostFolder folder: String) {
        let message = "\(folder) was removed or moved, and is not watched any more; make it again and `watch` it again"
        self.init(code: "watchedFolderGone", message: message, exitCode: .failed)
    }
}
