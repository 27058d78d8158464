import Synchronization

/// The progress of an upload that the host makes for a module in another process.
///
/// The module is told one step at a time, so that the steps keep their order; meanwhile only the newest step is kept.
final class UploadReport: Sendable {
    private struct State {
        var newest: (sent: Int, total: Int)?
        /// Tells the module, as long as there is a new step.
        var task: Task<Void, Never>?
    }

    private let reference: RemoteReference
    private let state = Mutex(State())

    init(_ reference: RemoteReference) { self.reference = reference }

    /// Notes the number of sent bytes and of all bytes of the body; does not wait.
    @Sendable func note(sent: Int, total: Int) {
        state.withLock { state in
            state.newest = (sent, total)
            if state.task == nil { state.task = Task { await tell() } }
        }
    }

    /// Waits until the module knows of the last step, or the current task is cancelled.
    func end() async {
        let task = state.withLock(\.task)
        await withTaskCancellationHandler {
            await task?.value
        } onCancel: {
            task?.cancel()
        }
    }

    private func tell() async {
        while let (sent, total) = takeNewest() {
            _ = try? await reference.peer().ask(Messages.progress, reference.number, sent, total)
        }
    }

    private func takeNewest() -> (sent: Int, total: Int)? {
        state.withLock { state in
            if state.newest == nil { state.task = nil }
            defer { state.newest = nil }
            return state.newest
        }
    }
}
