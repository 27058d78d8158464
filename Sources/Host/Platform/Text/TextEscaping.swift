extension String {
    /// Returns the text with some scalars replaced. The unit is a scalar, not a character: for a reader of the text, a
    /// mark with a combining accent is still a mark.
    package func escaping(_ marks: [Unicode.Scalar: String]) -> String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if let other = marks[scalar] { text += other } else { text.unicodeScalars.append(scalar) }
        }
    }
}
