@_spi(Host) import ModuleKit
import Platform

extension Session {
    /// Restores the stack of the last session, and stores this session's stack from now on.
    ///
    /// - Parameter isShown: whether the top page is written.
    func restore(_ environment: [String: String], isShown: Bool, _ interruption: Interruption?) async {
        if let home = UserEnvironment.state(environment) { SetAside.clearFolders([home + "/switchboard"]) }
        for line in SetAside.takeLines() { report(line) }
        do throws(StackFileError) {
            guard let file = try StackFile.taken(environment) else {
                let message =
                    "the stack is not kept: neither XDG_STATE_HOME nor HOME names a folder; set one, or leave out "
                    + HostOptions.restore.name
                return report(message)
            }
            let stack = try await stack(in: file, interruption)
            await mediator.show(stack.top?.entry) {
                await navigator.take(stack, keepingIn: file, isShown: isShown) { [mediator] in mediator.shown($0) }
            }
            try file.write(stack, shown: mediator.shown)
            file.forgetOpening()
        } catch {
            console.report(Failure(error))
        }
    }

    /// Returns the stack of the last session, or an empty one if there is none or if its file was dropped.
    private func stack(in file: StackFile, _ interruption: Interruption?) async throws(StackFileError) -> PageStack {
        do throws(StackFileError) {
            guard let snapshot = try file.read() else { return PageStack() }
            // A person who gives up is no fault of the page that is being opened.
            interruption?.beforeLeaving { file.rename(isOpening: false) }
            file.rename(isOpening: true)
            return await Restoration(mediator: mediator, options: options, origin: origin).stack(snapshot)
        } catch .dropped(let path, let reason, let other) {
            console.report(Failure(StackFileError.dropped(path: path, reason: reason, keptAs: other)))
            return PageStack()
        }
    }

    private func report(_ message: String) {
        console.report(Failure(code: "restore", message: message, exitCode: .done))
    }
}
