/// How a terminal shows a style: its parameters of "Select Graphic Rendition" (ECMA-48, 8.3.117).
struct Appearance: Sendable, Equatable {
    /// A weight or an underline.
    enum Weight: Int, Sendable { case bold = 1, faint = 2, underlined = 4 }

    /// A colour that every terminal has, as its person has set it.
    enum Colour: Int, Sendable { case red = 31, green = 32, yellow = 33, blue = 34, cyan = 36 }

    var weight: Weight?
    var colour: Colour?

    /// As text without a style.
    static let plain = Appearance()

    /// The text in this appearance.
    func applied(to text: String) -> String {
        let parameters = [weight?.rawValue, colour?.rawValue].compactMap { $0.map(String.init) }
        return parameters.isEmpty ? text : "\u{1B}[\(parameters.joined(separator: ";"))m\(text)\u{1B}[0m"
    }
}
