@_spi(Host) import ModuleKit

extension CommandLineNavigator {
    /// Asks the person in front of the prompt about every page that asks, for one command after the other.
    func objection(to command: NavigationCommand, for request: Request?) async -> String? {
        // What will be refused asks nobody.
        guard !leavesUnasked, request != nil || refusalToAnswer() == nil else { return nil }
        guard !pages.questions(before: command).isEmpty else { return nil }
        await question.lock()
        let reason = await answer(to: command)
        await question.unlock()
        return reason
    }

    private func answer(to command: NavigationCommand) async -> String? {
        for question in pages.questions(before: command) {
            // Without a line of the shell, nobody is here to answer.
            guard let person = CurrentPerson.value else { return Self.unattended(question) }
            if let reason = await person.objection(to: question) { return reason }
        }
        return nil
    }

    /// Says why a page stays that asks where nobody can answer.
    static func unattended(_ question: String) -> String {
        "a page asks \"\(question)\" before it is left, and nobody is here to answer; leave it with "
            + HostOptions.yes.name
    }

    func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        let refusal = request == nil ? refusalToAnswer() : nil
        return refusal ?? pages.forecast(command, for: request)
    }
}

/// A lock for tasks, which they hold across suspensions; it goes to them in the order in which they came.
actor AsyncMutex {
    private var isLocked = false
    private var waiting: [Promise<Void>] = []

    /// Waits for the lock, which is held until `unlock()`.
    func lock() async {
        guard isLocked else {
            isLocked = true
            return
        }
        let turn = Promise<Void>()
        waiting.append(turn)
        await turn.wait()
    }

    /// Gives the lock to the first task that waits.
    func unlock() {
        if waiting.isEmpty { isLocked = false } else { waiting.removeFirst().fulfill(()) }
    }
}
