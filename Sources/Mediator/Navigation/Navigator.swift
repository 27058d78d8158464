/// Performs navigation commands and says what became of them: a terminal, a test's recorder, a graphical shell.
///
/// The mediator calls it from any task; an implementation orders the calls itself. It answers every command once.
public protocol Navigator: Sendable {
    /// Performs a command on behalf of the request that led to it.
    func perform(_ command: NavigationCommand, for request: Request) async -> Feedback

    /// Performs a command on behalf of a request without waiting, or answers `nil`, with nothing done, where that cannot be.
    ///
    /// The mediator asks here first. What cannot wait needs no task of its own, in which it could be left behind at the
    /// deadline: a navigator whose stack stands behind a lock saves its requests that.
    func performAtOnce(_ command: NavigationCommand, for request: Request) -> Feedback?

    /// Whether performing a command may take as long as somebody reads, so that no request's clock runs meanwhile.
    var waitsForReaders: Bool { get }

    /// Performs a command of the person before the navigator, such as going back, that no request led to.
    func perform(_ command: NavigationCommand) async -> Feedback

    /// Waits until the page that a request put on the stack has left it, for a request that awaits its result.
    ///
    /// It is called once for each such request whose page was shown; the page may have left by then.
    func result(of request: Request) async -> PageResult

    /// The stack as it is now, the first page first; in an app with tabs, that of the tab that is shown.
    func stack() async -> [StackEntry]

    /// What a command would come to now; nothing changes.
    func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback

    /// Asks the person about pages that a command would take off the stack and that ask before they are left
    /// (`Page.asking(_:)`), and says why it is not to be performed; `nil` where it may.
    ///
    /// It is called before a command that may take pages off, and the clock of the request stands still meanwhile.
    func objection(to command: NavigationCommand, for request: Request?) async -> String?
}

extension Navigator {
    /// What the rules of a stack with these entries say, of which no more is known.
    public func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        PageStack(entries: await stack()).forecast(command, for: request)
    }

    /// No page is asked.
    public func objection(to command: NavigationCommand, for request: Request?) async -> String? { nil }

    /// Nobody reads it while it performs.
    public var waitsForReaders: Bool { false }

    /// It has to be waited for.
    public func performAtOnce(_ command: NavigationCommand, for request: Request) -> Feedback? { nil }

    /// Nobody is there to answer a page.
    public func result(of request: Request) async -> PageResult {
        .unattended(reason: "this navigator has nobody to answer a page; open it in one that has")
    }
}
