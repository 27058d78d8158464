/// What a check of a plugin's file came to.
struct CheckResult: Sendable, Equatable, Encodable {
    enum Verdict: String, Sendable, Encodable {
        case pass
        case fail
        /// An earlier check failed, without which this one means nothing.
        case notReached = "not reached"
    }

    /// What was checked.
    let check: String
    let verdict: Verdict
    /// What was found, and what to do where it failed.
    let detail: String

    init(_ check: String, _ verdict: Verdict, _ detail: String = "") {
        self.check = check
        self.verdict = verdict
        self.detail = detail
    }
}
