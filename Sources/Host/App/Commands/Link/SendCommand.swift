import FoundationEssentials
import Glibc
@_spi(Host) import ModuleKit
import Platform

/// `send URL`: opens a URL in the running shell, as a link from another program.
struct SendCommand: Command {
    static let description = CommandDescription(
        name: "send", words: "URL",
        summary: "open a link from another program in the newest shell, or here if that does not answer")

    private let url: String

    init(_ arguments: Arguments) throws(UsageError) { url = try Self.word(of: arguments) }

    /// Opens the URL here: typed in a shell, the command means this shell.
    func run(in session: Session) async throws(Failure) -> ExitCode {
        let url = try LinkMessage.url(url)
        return try await OpenCommand(url: url).run(in: session.external)
    }

    /// Gives the URL to the newest shell, and writes the result.
    ///
    /// - Returns: the exit code of the request; `nil` if there is no such shell.
    func deliver(_ environment: [String: String], _ options: HostOptions, _ console: Console) throws(Failure)
        -> ExitCode?
    {
        let seconds = options.deadline / .seconds(1)
        let hasDeadline = options.given.has(HostOptions.deadline)
        let request = LinkMessage.Request(url: try LinkMessage.url(url), deadline: hasDeadline ? seconds : nil)
        guard let (socket, process) = (try? LinkFolder.open(environment))?.shell(),
            let bytes = try? JSONEncoder().encode(request), (try? socket.send(Array(bytes))) != nil
        else { return nil }
        let limit = Int(seconds.rounded(.up)) + LinkMessage.seconds
        socket.waitAtMost(.seconds(limit))
        return try show(Self.reply(of: process, on: socket, within: limit), from: process, console)
    }

    /// Waits for the reply of a shell that has the link.
    private static func reply(
        of process: Int32, on socket: LocalSocket, within seconds: Int
    ) throws(Failure) -> LinkMessage.Reply {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try socket.receive(limit: LinkMessage.replyLimit)
        } catch {
            throw error == .system(ECONNRESET) ? ended(process) : noReply(process, seconds)
        }
        guard !bytes.isEmpty else { throw ended(process) }
        guard let reply = try? JSONDecoder().decode(LinkMessage.Reply.self, from: Data(bytes)) else {
            throw noReply(process, seconds)
        }
        return reply
    }

    /// Writes the end of a request that a shell has run, or throws its failure.
    private func show(
        _ reply: LinkMessage.Reply, from process: Int32, _ console: Console
    ) throws(Failure) -> ExitCode {
        let exitCode = ExitCode(rawValue: reply.exitCode) ?? .failed
        guard let result = reply.result else {
            throw Failure(
                code: reply.code ?? "failed", message: reply.message ?? "the link failed in the shell; look there",
                exitCode: exitCode == .done ? .failed : exitCode, url: reply.url)
        }
        let title = reply.title.map { ": \($0)" } ?? ""
        try console.show(
            "sent", SentLink(result: result, shell: process, title: reply.title),
            text: PlainText.line("\(result) in the shell of process \(process)\(title)"))
        return exitCode
    }

    private static func ended(_ process: Int32) -> Failure {
        Failure(
            code: "shellEnded", message: "the shell of process \(process) ended before it answered; send it again",
            exitCode: .failed)
    }

    private static func noReply(_ process: Int32, _ seconds: Int) -> Failure {
        Failure(
            code: "deadline",
            message: "the shell of process \(process) took the link, and did not say within \(seconds) s what became "
                + "of it; look into that shell",
            exitCode: .deadline)
    }
}

/// A link that a shell has opened, in the output.
private struct SentLink: Encodable {
    let result: String
    /// The process of the shell.
    let shell: Int32
    let title: String?
}

extension Session {
    /// The session for a caller outside of the program.
    var external: Session {
        var session = self
        session.origin = .external
        return session
    }
}
