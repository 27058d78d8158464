extension String {
    /// The text for a message, one line that no terminal obeys: control and format characters become escapes such as
    /// `\u{1B}`, and a long text is cut.
    var printable: String {
        let limit = 200
        let escaped = unicodeScalars.prefix(limit).map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: String(scalar)
            }
        }
        return escaped.joined() + (unicodeScalars.count > limit ? "…" : "")
    }
}
