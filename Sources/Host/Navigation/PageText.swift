import ModuleKit

/// A page as text, with its links numbered from 1.
enum PageText {
    static func lines(_ page: Page) -> [String] {
        let title = PlainText.line(page.title)
        var lines = [title, String(repeating: "─", count: max(title.count, 1))]
        var number = 0
        for element in page.elements {
            switch element {
            case .heading(let heading): lines += ["", PlainText.line(heading.text)]
            case .text(let text): lines += PlainText.lines(text.text)
            case .field(let field):
                lines.append("  \(PlainText.line(field.name)): \(PlainText.line(field.value))")
            case .link(let link):
                number += 1
                lines.append("  [\(number)] \(PlainText.line(link.title))  \(PlainText.line(link.url))")
            @unknown default: lines.append("  (an element that this host cannot show)")
            }
        }
        return lines
    }
}
