import ModuleKit

extension Session {
    /// Performs a command of the person, and opens the first page of a tab that has none yet.
    func perform(_ command: NavigationCommand) async throws(Failure) -> ExitCode {
        let feedback = await mediator.perform(command)
        if let next = feedback.next { return try await OpenCommand(url: next).run(in: self) }
        try report(feedback, url: nil)
        return .done
    }
}
