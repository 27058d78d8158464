/// The progress of an upload that the host makes for a module in another process.
///
/// The module is told one step at a time, so that the steps keep their order; meanwhile only the newest step is kept.
final class UploadReport: Sendable {
    private let steps: AsyncStream<(sent: Int, total: Int)>.Continuation
    /// Tells the module each step.
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

    // The request may not come to its end, and nobody else ends the task.
    deinit { steps.finish() }

    /// Notes the number of sent bytes and of all bytes of the body; does not wait.
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
