@_spi(Host) import ModuleKit
import Platform

/// `link …`: the group of commands for links from other programs.
struct LinkCommand: Command {
    /// The commands in the order of the help.
    static let all: [any Command.Type] = [
        LinkInstallCommand.self, LinkRemoveCommand.self, LinkStatusCommand.self,
    ]
    static let description = CommandDescription(
        name: "link", words: all.map { $0.description.name }.joined(separator: "|") + " …",
        summary: "have the system give links of a scheme to the shell", commands: all, needsModules: false)

    private let command: any Command

    init(_ arguments: Arguments) throws(UsageError) { command = try Self.choose(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode { try await command.run(in: session) }
}

/// `link install SCHEME`: registers a scheme with the system.
struct LinkInstallCommand: Command {
    static let description = CommandDescription(
        name: "install", words: "SCHEME", summary: "have the system open links of this scheme with `send`",
        needsModules: false)

    private let scheme: String

    init(_ arguments: Arguments) throws(UsageError) { scheme = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let handler = try SchemeHandler(scheme, session.environment)
        let earlier = try handler.install()
        let instead = earlier.map { ", in place of \($0)" } ?? ""
        try session.console.show(
            "link_installed", handler,
            text: PlainText.line("wrote \(handler.file); links of \(handler.scheme): open in the shell\(instead)"))
        return .done
    }
}

/// `link remove SCHEME`: undoes `link install`.
struct LinkRemoveCommand: Command {
    static let description = CommandDescription(
        name: "remove", words: "SCHEME", summary: "undo what `link install` did for this scheme", needsModules: false)

    private let scheme: String

    init(_ arguments: Arguments) throws(UsageError) { scheme = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let handler = try SchemeHandler(scheme, session.environment)
        let next = try handler.remove()
        let later = next.map { "; they open with \($0) again" } ?? ""
        try session.console.show(
            "link_removed", handler,
            text: PlainText.line("removed \(handler.file) for links of \(handler.scheme):\(later)"))
        return .done
    }
}

/// `link status`: names the shell that receives links, and lists the registered schemes.
struct LinkStatusCommand: Command {
    static let description = CommandDescription(
        name: "status", summary: "name the shell that receives links, or say why none does, and list the schemes",
        needsModules: false)

    private struct Status: Encodable {
        /// The process of the shell that receives links.
        var shell: Int32?
        /// The reason why no shell can listen.
        var fault: String?
        let schemes: [String]

        var lines: [String] {
            let words = shell.map { "links open in the shell of process \($0)" }
            return [fault ?? words ?? "no shell receives links; start one with `switchboard`"]
                + (schemes.isEmpty ? [] : ["schemes: \(schemes.joined(separator: ", "))"])
        }
    }

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        var status = Status(schemes: SchemeHandler.schemes(session.environment))
        do throws(LinkFolder.Fault) {
            status.shell = try LinkFolder.open(session.environment).shell()?.process
        } catch {
            status.fault = "\(error)"
        }
        try session.console.show(
            "link_status", status, text: status.lines.map { PlainText.line($0) }.joined(separator: "\n"))
        return .done
    }
}
