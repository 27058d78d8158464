/// `watch DIR`: keeps what is installed and what runs as a folder is.
struct WatchCommand: Command {
    static let description = CommandDescription(
        name: "watch", words: "DIR",
        summary: "install what is put into a folder, reload what changes there, remove what goes")

    private let folder: String

    init(_ arguments: Arguments) throws(UsageError) { folder = Path.absolute(try Self.word(of: arguments)) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let console = session.console
        let watch: FolderWatch
        do {
            watch = try FolderWatch(folder)
        } catch {
            throw Failure(
                code: "unreadableFolder",
                message: "\(folder) cannot be watched: \(error); name a folder that you may read",
                exitCode: .failed)
        }
        let watcher = ModuleWatcher(
            folder: folder, installation: try session.installation(), renewal: try session.renewal(),
            runtime: session.runtime,
            report: { change in try? console.show("watch", change, text: change.text) }, refuse: { console.report($0) })
        try console.show("watching", folder, text: PlainText.line("watching \(folder)"))
        let task = OwnThreads.task { await watcher.follow(watch) }
        // In the shell the next lines are read meanwhile.
        if ShellRequest.current != nil { return .done }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            watch.stop()
        }
        return .done
    }
}
