import ModuleKit

/// A renderer of pages into lines of a width, each created on demand.
struct PageRenderer {
    let width: Int
    let numbers: PageNumbers
    /// The receiver of the rendered elements' signals.
    var callback: Callback?
    /// The number of containers around the rendered elements.
    var depth = 0

    init(width: Int, numbers: PageNumbers) {
        self.width = width
        self.numbers = numbers
    }

    /// Returns the lines of a page: its title, a rule, and its elements.
    ///
    /// - Parameter untitled: the text in place of an empty title.
    func lines(of page: Page, untitled: String = "Untitled") -> Lines {
        let title = page.title.allSatisfy(\.isWhitespace) ? untitled : page.title
        var ruleWidth = 1
        let heading = Wrapping.lines([Span(title, .title).onOneLine], width: width).mapped { line in
            ruleWidth = max(ruleWidth, line.width)
            return line
        }
        var content = self
        content.callback = page.callback
        return .joined([0, 1, 2]) { part in
            switch part {
            case 0: heading
            case 1: .made([TextLine(String(repeating: "─", count: ruleWidth), .secondary)])
            default: content.lines(of: page.elements)
            }
        }
    }

    /// Returns the lines of some elements, one below the other.
    func lines(of elements: [PageElement]) -> Lines { .joined(elements) { lines(of: $0) } }

    private func lines(of element: PageElement) -> Lines {
        switch element {
        case .heading(let heading): lines(of: heading)
        case .text(let text): Wrapping.lines([Span(text.text, text.style)], width: width)
        case .field(let field): lines(of: field)
        case .link(let link): target(link.title, link.style, link.url, .open(url: link.url))
        case .image(let image): target("Image: \(image.caption)", image.style, image.url, .open(url: image.url))
        case .list(let list): lines(of: list)
        case .table(let table): lines(of: table)
        case .form(let form): lines(of: form)
        case .progress(let progress): lines(of: progress)
        case .action(let action): lines(of: action)
        case .container(let container): lines(of: container)
        case .unknown(let element): placeholder(element.fallback ?? "(\(element.kind): this host cannot show it)")
        @unknown default: placeholder("(this host cannot show what stands here)")
        }
    }

    /// Returns the text in place of an element that cannot be shown.
    func placeholder(_ text: String) -> Lines { indented([Span(text, .secondary)]) }
}

/// The numbers of a page's targets, from 1, in the order of display.
final class PageNumbers {
    private(set) var targets: [PageTarget] = []

    /// Adds a target and returns its number.
    func add(_ target: PageTarget) -> Int {
        targets.append(target)
        return targets.count
    }
}

/// The target of a number on a page.
enum PageTarget: Sendable, Equatable {
    /// A URL to open.
    case open(url: String)
    /// A URL to call, or a signal to send.
    case action(Action, callback: Callback?)
    /// The values to ask for, and then the effect of an action.
    case form(Form, callback: Callback?)
}
