/// What opening a URL would ask of the navigator: the handlers ran, and nothing was performed.
@_spi(Host) public struct NavigationPlan: Sendable {
    /// One command, and what it would come to.
    public struct Step: Sendable, Encodable {
        /// The command, with what they stand for in place of modules' own.
        public let command: NavigationCommand
        /// The URL whose handler answered with it.
        public let url: String?
        /// What it would come to, after the steps before it.
        public let feedback: Feedback
        /// What pages would ask before they are left.
        public let questions: [String]
    }

    /// The commands, in the order in which they would be performed.
    public let steps: [Step]
    /// The page that would be on top, if there would be one.
    public let page: Page?
    /// What whoever opens the URL would be told.
    public let outcome: Result<Feedback, RequestError>
}

extension NavigationPlan.Step {
    /// The same with the URLs that its command names as they may be shown.
    func naming(_ shown: (String) -> String) -> Self {
        Self(command: command.naming(shown), url: url, feedback: feedback, questions: questions)
    }
}
