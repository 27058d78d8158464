import Foundation

extension ChildProcess {
    /// Runs a slow program on a separate thread, so that concurrent tests continue.
    ///
    /// Tasks have only as many threads as the machine has cores; a test that blocks one makes others miss deadlines.
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
