/// The code of a module that runs in a stage.
///
/// What cannot wait holds its thread and can never be left behind, so that it needs no task of its own.
enum StageBody<Input: Sendable, Output: Sendable>: Sendable {
    case synchronous(@Sendable (Input) throws -> Output)
    case asynchronous(@Sendable (Input) async throws -> Output)

    /// Whether its task may suspend.
    var mayWait: Bool {
        switch self {
        case .synchronous: false
        case .asynchronous: true
        }
    }
}
