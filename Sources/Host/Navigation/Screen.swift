/// Where pages are shown, and how much of one at a time.
struct Screen: Sendable {
    let mode: Display.Mode
    /// Whether a person reads page by page; otherwise everything is written at once.
    let isPaged: Bool
    let environment: [String: String]

    /// What it is like now.
    var display: Display { Display(mode, environment: environment) }

    /// How many lines are shown before the person asks for more; `nil` for all.
    ///
    /// There is room left for a blank line, the line that says that there is more, and the prompt.
    func linesAtOnce(_ display: Display) -> Int? { isPaged ? display.height.map { max($0 - 3, 5) } : nil }
}
