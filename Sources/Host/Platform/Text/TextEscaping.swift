extension String {
    /// Returns the text with other texts in place of some scalars. The unit is a scalar and not a character: for a
    /// reader of the text, a mark with a combining accent is a mark.
    package func escaping(_ marks: [Unicode.Scalar: String]) -> String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if let other = marks[scalar] { text += other } else { text.unicodeScalars.append(scalar) }
        }
    }
}
