@_spi(Host) import ModuleKit

/// The manual page `switchboard.1`, in the macros of `man`, from the tables of the help.
enum ManualPage {
    static var lines: [String] {
        let sections: [(title: String, lines: [String])] = [
            ("NAME", ["switchboard \\- open URLs with the modules that answer them"]),
            (
                "SYNOPSIS",
                [".B switchboard", ".RI [ options ]", ".br", ".B switchboard", ".RI [ options ]", ".I COMMAND"]
            ),
            ("DESCRIPTION", [text(about)]),
            ("COMMANDS", CommandTable.subjects.flatMap(lines)),
            ("OPTIONS", HostOptions.all.flatMap { entry($0.usage, $0.summary) }),
            ("EXIT STATUS", HelpText.exitCodes.flatMap(entry)),
        ]
        return [".TH SWITCHBOARD 1 \"\" \"Switchboard \(Contract.sdkVersion)\" \"User Commands\""]
            + sections.flatMap { [".SH \"\($0.title)\""] + $0.lines }
    }

    private static let about =
        "Switchboard loads modules from dynamic libraries, finds the route of a module for each URL, and shows the page "
        + "or the value that answers. Without a command it is a shell."

    private static func lines(_ subject: CommandTable.Subject) -> [String] {
        [".SS \"\(subject.title)\""] + (subject.title == CommandTable.shell ? HelpText.shellRows.flatMap(entry) : [])
            + subject.commands.flatMap { $0.description.all }.flatMap(lines)
    }

    /// Returns a command with its options and examples.
    private static func lines(_ command: CommandDescription) -> [String] {
        let details =
            command.options.flatMap { entry($0.usage, $0.summary) }
            + (Example.table[command.name] ?? []).flatMap { entry($0.line, $0.about) }
        return entry(command.usage, command.summary) + (details.isEmpty ? [] : [".RS"] + details + [".RE"])
    }

    private static func entry(_ title: String, _ about: String) -> [String] {
        [".TP", ".B \"\(text(title, quoted: true))\"", text(about)]
    }

    /// Returns a text that `troff` reads without a special meaning, in ASCII, which every device has.
    ///
    /// - Parameter quoted: whether the text is between quotation marks.
    private static func text(_ text: String, quoted: Bool = false) -> String {
        let escaped = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "'": "\\(aq"
            case "\"" where quoted: "\\(dq"
            case "…": "..."
            case _ where scalar.isASCII: String(scalar)
            case "ç": "c"
            default: "?"
            }
        }.joined()
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }
}
