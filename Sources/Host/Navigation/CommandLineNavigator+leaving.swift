@_spi(Host) import ModuleKit

extension CommandLineNavigator {
    /// Asks the person in front of the prompt about every page that asks, for one command after the other.
    func objection(to command: NavigationCommand, for request: Request?) async -> String? {
        // What will be refused asks nobody.
        guard !leavesUnasked, request != nil || refusalToAnswer() == nil else { return nil }
        guard !pages.questions(before: command).isEmpty else { return nil }
        await questionTurns.begin()
        let reason = await answer(to: command)
        await questionTurns.end()
        return reason
    }

    private func answer(to command: NavigationCommand) async -> String? {
        for question in pages.questions(before: command) {
            // Behind the prompt, the next line is a command and not an answer.
            guard let request = ShellRequest.current, !request.isSettled, let input = request.input else {
                return LeavePrompt.unattended(question)
            }
            if let reason = await LeavePrompt(input: input).objection(question) { return reason }
        }
        return nil
    }

    func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        let refusal = request == nil ? refusalToAnswer() : nil
        return refusal ?? pages.forecast(command, for: request)
    }
}
