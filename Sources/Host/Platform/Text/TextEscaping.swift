extension String {
    /// Returns the text with some scalars replaced. The unit is a scalar, not a character: a quotation mark with a
    /// combining accent is one character, but a parser of the text still finds the quotation mark.
    package func escaping(_ marks: [Unicode.Scalar: String]) -> String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if let other = marks[scalar] { text += other } else { text.unicodeScalars.append(scalar) }
        }
    }
}
