/// The progress of an upload that the host makes for a module in another process.
///
/// Steps are reported one at a time, in order. While a report is under way, only the newest of the later steps is kept.
final class UploadReport: Sendable {
    private let steps: AsyncStream<(sent: Int, total: Int)>.Continuation
    /// The task that reports each step to the module.
    private let task: Task<Void, Never>

    init(_ reference: RemoteReference) {
        let (newest, steps) = AsyncStream.makeStream(
            of: (sent: Int, total: Int).self, bufferingPolicy: .bufferingNewest(1))
        self.steps = steps
        task = Task {
            for await (sent, total) in newest {
                _ = try? await reference.peer().ask(Messages.progress, reference.number, sent, total)
            }
        }
    }

    // Ends the task if `end()` was never called.
    deinit { steps.finish() }

    /// Records the number of sent bytes and of all bytes of the body, without waiting.
    @Sendable func note(sent: Int, total: Int) { steps.yield((sent, total)) }

    /// Waits until the module knows of the last step, or the current task is cancelled.
    func end() async {
        steps.finish()
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
