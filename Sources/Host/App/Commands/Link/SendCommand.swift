import Glibc
@_spi(Host) import ModuleKit
import Platform

extension Command {
    /// `send URL`: opens a URL as a link from another program.
    ///
    /// Before a session begins, `SentLink` tries to send the URL to the newest shell. This command runs if no shell
    /// answers, or if the line is typed in a shell. The command opens the URL in the session of this process.
    static let send = Command(
        name: "send", words: "URL",
        summary: "hand a link to the newest running shell, or open it here if none answers",
        options: [alone]
    ) { session, arguments throws(Failure) in
        var session = session.external
        session.options.opensParents = !arguments.has(alone)
        _ = try await session.open(try LinkMessage.url(arguments.words[0]))
        return .done
    }

    static let alone = Option("--alone", "open its page without the parent pages")
}

/// A link that is sent to the shell that started last.
struct SentLink {
    let url: String
    let isAlone: Bool

    /// Sends the URL to the newest shell, prints the result, and returns the exit code of the request. Returns `nil` if
    /// no shell listens.
    func deliver(
        _ environment: [String: String], _ options: HostOptions, _ console: Console
    ) throws(Failure) -> ExitCode? {
        let seconds = options.deadline / .seconds(1)
        let hasDeadline = options.given.has(HostOptions.deadline)
        let request = LinkMessage.Request(
            url: try LinkMessage.url(url), deadline: hasDeadline ? seconds : nil, isAlone: isAlone ? true : nil)
        guard let (socket, process) = (try? LinkFolder.open(environment))?.shell(),
            let text = try? JSONText.encode(request), (try? socket.send(Array(text.utf8))) != nil
        else { return nil }
        let limit = Int(seconds.rounded(.up)) + LinkMessage.seconds
        socket.waitAtMost(.seconds(limit))
        return try show(Self.reply(of: process, on: socket, within: limit), from: process, console)
    }

    private static func reply(
        of process: Int32, on socket: LocalSocket, within seconds: Int
    ) throws(Failure) -> LinkMessage.Reply {
        let ended = Failure("shellEnded", "the shell of process \(process) ended before it answered; send it again")
        let noReply = Failure(
            "deadline",
            "the shell of process \(process) took the link but did not report the result "
                + "within \(seconds) s; look into that shell", .deadline)
        let bytes = try Failure.describing(try socket.receive(limit: LinkMessage.replyLimit)) { (error: FileError) in
            error == .system(ECONNRESET) ? ended : noReply
        }
        guard !bytes.isEmpty else { throw ended }
        guard let reply = try? Payload(json: bytes).decode(as: LinkMessage.Reply.self) else { throw noReply }
        return reply
    }

    /// Prints the outcome that a shell reported, or throws the failure that it reported.
    private func show(_ reply: LinkMessage.Reply, from process: Int32, _ console: Console) throws(Failure) -> ExitCode {
        let exitCode = ExitCode(rawValue: reply.exitCode) ?? .failed
        guard let result = reply.result else {
            throw Failure(
                reply.code ?? "failed", reply.message ?? "the link failed in the shell; look there",
                exitCode == .done ? .failed : exitCode, url: reply.url)
        }
        let title = reply.title.map { ": \($0)" } ?? ""
        try console.show(
            "sent", JSONObject(["result": result, "shell": process, "title": reply.title]),
            text: PlainText.line("\(result) in the shell of process \(process)\(title)"))
        return exitCode
    }
}

extension Session {
    /// A copy of this session, whose requests have the rights of an external program.
    var external: Session {
        var session = self
        session.origin = .external
        return session
    }
}
