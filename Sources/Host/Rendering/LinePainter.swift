/// Turns lines into what is written: with colours where they are wanted.
struct LinePainter: Sendable {
    var sheet = StyleSheet.standard
    let usesColour: Bool

    func text(of line: TextLine) -> String {
        guard usesColour else { return line.text }
        return line.spans.map { sheet.appearance(of: $0.style).applied(to: $0.text) }.joined()
    }
}
