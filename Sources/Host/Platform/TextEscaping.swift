extension String {
    /// Returns the text with other texts in place of some scalars.
    ///
    /// It reads scalars and not characters: a mark with a combining accent is a mark for those who read the text.
    package func escaping(_ marks: [Unicode.Scalar: String]) -> String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if let other = marks[scalar] { text += other } else { text.unicodeScalars.append(scalar) }
        }
    }
}
