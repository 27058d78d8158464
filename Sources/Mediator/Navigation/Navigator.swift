/// Performs navigation commands and says what became of them: a terminal, a test's recorder, a graphical shell.
///
/// The mediator calls it from any task; an implementation orders the calls itself. It answers every command once.
public protocol Navigator: Sendable {
    /// Performs a command on behalf of the request that led to it.
    func perform(_ command: NavigationCommand, for request: Request) async -> Feedback

    /// The stack as it is now, the first page first.
    func stack() async -> [StackEntry]
}
