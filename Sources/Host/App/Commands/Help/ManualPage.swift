@_spi(Host) import ModuleKit

/// The manual page `switchboard.1`, generated from the tables of the help in the macro language of `man`.
enum ManualPage {
    static var lines: [String] {
        var lines = [
            ".TH SWITCHBOARD 1 \"\" \"Switchboard \(Contract.sdkVersion)\" \"User Commands\"",
            ".SH NAME", "switchboard \\- open URLs with the modules that answer them",
            ".SH SYNOPSIS", ".B switchboard", ".RI [ options ]", ".br",
            ".B switchboard", ".RI [ options ]", ".I COMMAND",
            ".SH DESCRIPTION",
            "Switchboard loads modules from dynamic libraries, finds the route of a module for each URL, and shows the "
                + "page",
            "or the value that answers. Without a command it is a shell.",
            ".SH COMMANDS",
        ]
        for subject in CommandTable.subjects {
            lines.append(".SS \"\(subject.title)\"")
            if subject.title == CommandTable.shell { lines += HelpText.shellRows.flatMap(entry) }
            lines += subject.commands.flatMap(\.all).flatMap(entry)
        }
        lines += [".SH OPTIONS"] + HostOptions.all.flatMap { entry($0.usage, $0.summary) }
        lines += [".SH \"EXIT STATUS\""] + HelpText.exitCodes.flatMap(entry)
        lines += [".SH ENVIRONMENT"] + variables.flatMap { entry($0, "means \($1), and overrides the file below") }
        return lines + [".SH FILES"] + files.flatMap(entry)
    }

    /// The environment variables that set options, each with its option.
    private static var variables: [(String, String)] {
        Configuration.settings.compactMap { setting in setting.variable.map { ($0, setting.option.name) } }
    }

    private static let files = [
        ("~/.config/switchboard/config.json", "settings for options; config show lists them"),
        ("~/.local/share/switchboard", "installed modules, and data of modules"),
        ("~/.local/state/switchboard", "the history of the shell, and its stack"),
        ("~/.cache/switchboard", "caches of remote answers and of module libraries"),
    ]

    private static func entry(_ command: Command) -> [String] {
        let details =
            command.options.flatMap { entry($0.usage, $0.summary) }
            + (HelpText.examples[command.name] ?? []).flatMap(example)
        return entry(command.usage, command.summary) + (details.isEmpty ? [] : [".RS"] + details + [".RE"])
    }

    private static func example(_ line: String, _ about: String) -> [String] {
        [".PP", "Example: \(text(about))", ".br", ".RS", ".nf", text(line), ".fi", ".RE"]
    }

    private static func entry(_ title: String, _ about: String) -> [String] {
        [".TP", ".B \"\(text(title))\"", text(about)]
    }

    /// Returns the text with escapes, which make `troff` print it literally. The result is ASCII, which every device
    /// can print.
    private static func text(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "'": "\\(aq"
            case "\"": "\\(dq"
            case "`": "\\(ga"
            case "…": "..."
            case _ where scalar.isASCII: String(scalar)
            case "ç": "c"
            default: "?"
            }
        }.joined()
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }
}
