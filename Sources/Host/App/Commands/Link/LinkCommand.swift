@_spi(Host) import ModuleKit
import Platform

extension Command {
    static let link = Command(
        group: "link", summary: "have the system open links of a scheme in the shell",
        commands: [linkInstall, linkRemove, linkStatus])

    private static let linkInstall = Command(
        name: "link install", words: "SCHEME", summary: "have the system open links of this scheme with `send`",
        need: .nothing
    ) { session, arguments throws(Failure) in
        let handler = try SchemeHandler(arguments.words[0], session.environment)
        let instead = try handler.install().map { " instead of \($0)" } ?? ""
        return try session.console.show(
            "link_installed", handler.object,
            text: PlainText.line("wrote \(handler.file); links of \(handler.scheme): open in the shell\(instead)"))
    }

    private static let linkRemove = Command(
        name: "link remove", words: "SCHEME", summary: "undo what `link install` did for this scheme", need: .nothing
    ) { session, arguments throws(Failure) in
        let handler = try SchemeHandler(arguments.words[0], session.environment)
        let later = try handler.remove().map { "; they open with \($0) again" } ?? ""
        return try session.console.show(
            "link_removed", handler.object,
            text: PlainText.line("removed \(handler.file) for links of \(handler.scheme):\(later)"))
    }

    private static let linkStatus = Command(
        name: "link status", summary: "show which shell receives links, or why none does, and list the schemes",
        need: .nothing
    ) { session, _ throws(Failure) in
        let schemes = SchemeHandler.schemes(session.environment)
        var (shell, fault): (Int32?, String?)
        do throws(Failure) {
            shell = try LinkFolder.open(session.environment).shell()?.process
        } catch {
            fault = error.message
        }
        let words = shell.map { "links open in the shell of process \($0)" }
        let lines =
            [fault ?? words ?? "no shell receives links; start one with `switchboard`"]
            + (schemes.isEmpty ? [] : ["schemes: \(schemes.joined(separator: ", "))"])
        return try session.console.show(
            "link_status", JSONObject(["shell": shell, "fault": fault, "schemes": schemes]),
            text: lines.map { PlainText.line($0) }.joined(separator: "\n"))
    }
}
