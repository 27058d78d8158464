/// What a plugin's code does in the check, in this order, each in its own time.
enum CheckStep: String, Sendable, Codable, CaseIterable {
    case load
    case handshake
    /// The module's `init(context:)`.
    case make
    case start
    case routes
    case stop

    /// How long a step may take.
    static let seconds = 5
}

/// What the process that runs a plugin for its check reports after each step, as one line of JSON.
struct CheckStepReport: Sendable, Codable {
    let step: CheckStep
    /// What was found; where it failed, what to do.
    let detail: String
    let passed: Bool
}
