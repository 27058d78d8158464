import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The display of pages: its width, its height, and its colours.
struct Display: Sendable, Equatable {
    /// The user's choice, which does not depend on whether standard output is a terminal.
    enum Mode: Sendable {
        /// Colours if standard output is a terminal that supports them.
        case standard
        case colourless
        /// No colours, and every row and paragraph on one line, for `grep` and similar programs.
        case plain
    }

    var width: Int
    /// The number of lines of a screen; `nil` without a limit.
    var height: Int?
    var usesColour = false
    /// Whether the cursor can be moved, to redraw text in place.
    var movesCursor = false
    var showsLinks = false
    /// The number of times that the terminal's content became unknown (`TerminalMode.losses`).
    var stops = 0

    var painter: LinePainter { LinePainter(usesColour: usesColour, showsLinks: showsLinks) }
}

extension Display {
    /// Creates the current display of standard output; a terminal's window may change at any time.
    init(_ mode: Mode, environment: [String: String]) {
        let isTerminal = isatty(StandardOutput.descriptor) == 1
        let size = isTerminal ? TerminalWindow(of: StandardOutput.descriptor) : nil
        width = mode == .plain ? PageRenderer.endlessWidth : Self.width(window: size?.columns, environment: environment)
        height = isTerminal ? size?.rows ?? TerminalWindow.standard.rows : nil
        stops = TerminalMode.losses
        movesCursor = isTerminal && environment["TERM"] != "dumb"
        usesColour = Self.usesColour(on: StandardOutput.descriptor, mode, environment)
        showsLinks = movesCursor && mode != .plain && Self.hasHyperlinks(environment)
    }

    /// Returns whether output has colours: it goes to a terminal, and neither the user nor the environment forbids
    /// them.
    static func usesColour(on descriptor: CInt, _ mode: Mode, _ environment: [String: String]) -> Bool {
        isatty(descriptor) == 1 && mode == .standard && environment["NO_COLOR"] ?? "" == ""
            && environment["TERM"] != "dumb"
    }

    /// Returns whether the terminal is known to support hyperlinks (OSC 8).
    ///
    /// A terminal cannot be queried for this, so the function follows conventions: `FORCE_HYPERLINK`, the variables by
    /// which the library "supports-hyperlinks" recognises terminals (https://github.com/zkat/supports-hyperlinks), and
    /// the list of https://github.com/Alhadis/OSC8-Adoption.
    static func hasHyperlinks(_ environment: [String: String]) -> Bool {
        if let forced = environment["FORCE_HYPERLINK"], !forced.isEmpty { return forced != "0" }
        // VTE 0.50.0 crashes at links.
        if let version = environment["VTE_VERSION"].flatMap({ Int($0) }) { return version > 5_000 }
        if ["WT_SESSION", "KONSOLE_VERSION", "DOMTERM"].contains(where: { environment[$0] != nil }) { return true }
        let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "zed"]
        if let program = environment["TERM_PROGRAM"], programs.contains(program) { return true }
        let terminals = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"]
        return terminals.contains { environment["TERM"]?.hasPrefix($0) == true }
    }

    /// Returns the number of columns from the window or from `$COLUMNS`, or 80 by default. The result is between 20 and
    /// 10,000, because narrower lines are useless, and wider ones would consist of spaces.
    static func width(window: Int?, environment: [String: String]) -> Int {
        let variable = environment["COLUMNS"].flatMap { Int($0) }
        return min(max([window, variable].compactMap(\.self).first { $0 > 0 } ?? 80, 20), Layout.columnLimit)
    }
}

extension Console {
    /// Creates a console whose messages have colours if standard error allows them.
    init(format: OutputFormat, mode: Display.Mode, _ environment: [String: String]) {
        self.init(format: format)
        painter = LinePainter(usesColour: Display.usesColour(on: STDERR_FILENO, mode, environment))
    }
}
