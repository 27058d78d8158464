@_spi(Host) import ModuleKit
import Platform

extension Session {
    /// Restores the stack of the last session, and stores this session's stack from now on.
    ///
    /// - Parameter isShown: whether the top page is written.
    func restore(_ environment: [String: String], isShown: Bool, _ interruption: Interruption?) async {
        if let home = StateHome.path(environment) { SetAside.clearFolders([home + "/switchboard"]) }
        for line in SetAside.takeLines() { report(line) }
        do throws(StackFileError) {
            guard let file = try StackFile.taken(environment) else {
                let message =
                    "the stack is not kept: neither XDG_STATE_HOME nor HOME names a folder; set one, or leave out "
                    + HostOptions.restore.name
                return report(message)
            }
            // An impatient person is no fault of the page that is being opened.
            interruption?.beforeLeaving { file.forgetNotes() }
            let stack = try await stack(in: file)
            await mediator.show(stack.top?.entry) {
                await navigator.take(stack, keepingIn: file, isShown: isShown) { [mediator] in mediator.shown($0) }
            }
        } catch {
            console.report(Failure(error))
        }
    }

    /// Returns the stack of the last session, or an empty one if there is none or if its file is damaged.
    private func stack(in file: StackFile) async throws(StackFileError) -> PageStack {
        do {
            guard let snapshot = try file.read() else { return PageStack() }
            return try await Restoration(
                mediator: mediator, options: options, origin: origin, file: file, report: report
            ).stack(snapshot)
        } catch .damaged(let path, let reason, _) {
            let other = file.setAside(because: reason)
            console.report(Failure(StackFileError.damaged(path: path, reason: reason, keptAs: other)))
            return PageStack()
        }
    }

    @Sendable private func report(_ message: String) {
        console.report(Failure(code: "restore", message: message, exitCode: .done))
    }
}
