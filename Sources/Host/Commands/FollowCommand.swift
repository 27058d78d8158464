import ModuleKit

/// A number: follows a link of the page on top.
struct FollowCommand: Sendable {
    let number: Int

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let url: String
        do {
            url = try await session.navigator.link(number).url
        } catch {
            throw Failure(code: "noLink", message: "\(error)", exitCode: .usage)
        }
        return try await OpenCommand(url: url).run(in: session)
    }
}
