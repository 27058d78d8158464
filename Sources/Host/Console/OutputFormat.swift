/// What the console writes: text for people, or one JSON object a line for programs.
enum OutputFormat: Sendable {
    case text
    case json
}
