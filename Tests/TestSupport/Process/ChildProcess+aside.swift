import Foundation

extension ChildProcess {
    /// Runs a program that takes long on a thread of its own, so that tests beside this one go on in the meantime.
    ///
    /// There are only as many threads for tasks as the machine has cores; whoever blocks one makes others miss
    /// deadlines.
    public static func runAside(
        _ program: String, _ arguments: [String] = [], input: String = "", environment: [String: String] = [:]
    ) async throws -> ChildProcess {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result { try run(program, arguments, input: input, environment: environment) })
            }
        }
    }
}
