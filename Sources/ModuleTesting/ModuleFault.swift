/// A fault that `ModuleCheck` finds in a module.
public struct ModuleFault: Error, Sendable, Hashable, Codable {
    /// The rules for modules.
    public enum Rule: String, Sendable, Codable, CaseIterable {
        /// `info` is complete.
        case info
        /// The mediator can register all declarations.
        case declaration
        /// The declarations do not depend on `start()`.
        case manifest
        /// Each declaration has a name, and routes do not share names.
        case name
        /// The module can make its services.
        case service
        /// `canOpen` returns `true` for a URL of a route, and the request reaches the route's handler.
        case reach
        /// The parameters of a page's pattern have the names that its input reads.
        case parameters
        /// A route answers a good request in a form that its verb can use.
        case answer
        /// A route refuses values that its declared types exclude.
        case refusal
        /// A request that fails does not lead to a navigation command.
        case command
        /// An error describes itself in a sentence.
        case words
        /// Each request ends within the deadline.
        case deadline
        /// A route that requests a URL from its parameters does so on behalf of its caller.
        case access
        /// The module starts, and starts again after a stop.
        case start
        /// The module stops.
        case stop
        /// If the module uses its storage, the storage can be opened. The check ignores the use of a storage that
        /// cannot be opened.
        case storage
        /// The module and its context are released after `stop()`.
        case lifetime
        /// A page's view model follows the rules of `ViewModelCheck`.
        case viewModel
        /// Each form and action of a page opens or calls a URL, or has a receiver for its message.
        case receiver
    }

    /// The rule.
    public let rule: Rule
    /// The part of the module, such as `route /rent/:id`.
    public let subject: String
    /// The finding.
    public let found: String
    /// The expectation of the rule.
    public let expected: String
    /// The remedy.
    public let remedy: String

    init(_ rule: Rule, _ subject: String, found: String) {
        (self.rule, self.subject, self.found) = (rule, subject, found)
        (expected, remedy) = rule.words
    }
}

extension ModuleFault: CustomStringConvertible {
    /// A sentence with the part of the module, the finding, the expectation and the remedy.
    public var description: String { "\(subject): found \(found); expected \(expected); \(remedy)" }
}

extension ModuleFault.Rule {
    fileprivate var words: (expected: String, remedy: String) {
        switch self {
        case .info:
            ("a name of letters, digits and _, a summary line, a version above 0.0.0, its settings", "complete `info`")
        case .declaration: ("declarations that can be registered together", "correct this declaration")
        case .manifest:
            ("the same declarations as before `start()`", "declare it without a condition that `start()` changes")
        case .name: ("a unique name without white space", "give it one")
        case .service: ("a service that can be made", "take other services at their first use, not while it is made")
        case .reach: ("a request that reaches its handler", "change the pattern, route or rewrite that takes its URL")
        case .parameters: ("a pattern with the parameters that the input reads", "rename one if both mean the same")
        case .answer: ("an answer that the verb can use", "answer a page or a command to `open`, and a value to `call`")
        case .refusal:
            ("ParametersError or another error", "declare the input's type, and do not catch its decoding errors")
        case .command: ("no navigation command of a request that fails", "check the parameters before you navigate")
        case .words:
            ("an error as a sentence", "conform it to CustomStringConvertible, with a text that ends with the remedy")
        case .deadline: ("an end within the deadline", "end the work when its task is cancelled")
        case .access: ("a request on behalf of the caller", "ask with `context.onBehalf(of: request)`")
        case .start: ("a start", "add the missing stubs, or start without them; keep no state outside of the module")
        case .stop:
            ("an end of `stop()` within the deadline", "cancel the work, and do not wait for it without a limit")
        case .storage:
            (
                "the storage that the module uses",
                "set SWITCHBOARD_STORAGE to the output of `switchboard sdk path --storage`, and check again"
            )
        case .lifetime:
            (
                "a module that is released after `stop()`",
                "end its tasks in `stop()`, and keep neither it nor its context outside of the module"
            )
        case .viewModel: ("a view model that follows the rules", "correct the view model")
        case .receiver:
            ("a receiver", "put it into `Container(…, receiving:)`, show a view model, or call a URL with `calling:`")
        }
    }
}
