@_spi(Host) import ModuleKit

extension Session {
    /// Brings the stack of the last session back, and keeps this one's from now on.
    ///
    /// - Parameter isShown: whether the page on top is written.
    func restore(_ environment: [String: String], isShown: Bool, _ interruption: Interruption?) async {
        do throws(StackFileError) {
            guard let file = try StackFile.taken(environment) else {
                let message =
                    "the stack is not kept: neither XDG_STATE_HOME nor HOME names a folder; set one, or leave out "
                    + HostOptions.restore.name
                return report(message)
            }
            // A person who has no patience left is no fault of the page that is being opened.
            interruption?.beforeLeaving { file.forgetNotes() }
            let stack = try await stack(in: file)
            await mediator.show(stack.top?.entry) {
                await navigator.take(stack, keepingIn: file, isShown: isShown) { [mediator] in mediator.shown($0) }
            }
        } catch {
            console.report(Failure(error))
        }
    }

    /// The stack of the last session; an empty one where there is none, or its file is damaged.
    private func stack(in file: StackFile) async throws(StackFileError) -> PageStack {
        do {
            guard let snapshot = try file.read() else { return PageStack() }
            return try await Restoration(
                mediator: mediator, options: options, origin: origin, file: file, report: report
            ).stack(snapshot)
        } catch .damaged(let path, let reason) {
            console.report(Failure(StackFileError.damaged(path: path, reason: reason)))
            file.remove()
            return PageStack()
        }
    }

    @Sendable private func report(_ message: String) {
        console.report(Failure(code: "restore", message: message, exitCode: .done))
    }
}
