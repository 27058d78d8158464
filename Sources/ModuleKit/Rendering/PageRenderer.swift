@_spi(Host) import Mediator

/// A renderer that converts pages into lines of a given width; each line is created when it is requested.
@_spi(Host) public struct PageRenderer {
    /// The width for output without line breaks; small enough that sums with it do not overflow.
    public static let endlessWidth = 1 << 32

    var width: Int
    let numbers: PageNumbers
    var receiver: Receiver?
    /// The number of containers around the rendered elements.
    var depth = 0
    /// Whether titles start in the same column after numbers of different lengths.
    public var alignsTitles = false
    /// The highest number of a target in the current run of adjacent links, images, actions and lists.
    var lastNumber = 0

    /// Creates a renderer for a width, in columns.
    ///
    /// - Parameter numbers: receives the targets as their lines are created.
    public init(width: Int, numbers: PageNumbers) {
        self.width = width
        self.numbers = numbers
    }

    /// Returns the lines of a page: its title, a rule, and its elements.
    ///
    /// - Parameter url: the URL of the page, which replaces an empty title.
    public func lines(of page: Page, at url: String = "") -> Lines {
        let title = page.title.allSatisfy(\.isWhitespace) ? (url.isEmpty ? "Untitled" : url) : page.title
        var ruleWidth = 1
        let heading = Wrapping.lines([Span(title, .title).onOneLine], width: width).mapped { line in
            ruleWidth = max(ruleWidth, line.width)
            return line.linked(to: url)
        }
        var content = self
        content.receiver = page.receiver
        return .joined([0, 1, 2]) { part in
            switch part {
            case 0: heading
            case 1: .made([.rule(ruleWidth)])
            default: content.lines(of: page.elements)
            }
        }
    }

    func lines(of elements: [PageElement]) -> Lines {
        guard alignsTitles else { return .joined(elements) { lines(of: $0) } }
        var rest = 0
        let counts = elements.reversed().map { element in
            rest = element.targetCount == 0 ? 0 : rest + element.targetCount
            return rest
        }
        return .joined(zip(elements, counts.reversed())) { element, count in
            var renderer = self
            renderer.lastNumber = numbers.targets.count + count
            return renderer.lines(of: element)
        }
    }

    private func lines(of element: PageElement) -> Lines {
        switch element {
        case .heading(let heading): lines(of: heading)
        case .text(let text): Wrapping.lines([Span(text.text, text.style)], width: width)
        case .field(let field): lines(of: field)
        case .link(let link): target(link.title, link.style, link.url.text, .open(title: link.title, url: link.url))
        case .image(let image):
            target("Image: \(image.caption)", image.style, image.url.text, .open(title: image.caption, url: image.url))
        case .list(let list): lines(of: list)
        case .table(let table): lines(of: table)
        case .form(let form): lines(of: form)
        case .progress(let progress): lines(of: progress)
        case .action(let action): lines(of: action)
        case .container(let container): lines(of: container)
        case .unknown(let element): placeholder(element.fallback ?? "(\(element.kind): this host cannot show it)")
        @unknown default: placeholder("(this host cannot show this element)")
        }
    }

    /// Returns the text that replaces an element that cannot be displayed.
    func placeholder(_ text: String) -> Lines { indented([Span(text, .secondary)]) }
}

extension PageElement {
    /// The number of targets if the element is a link, an image, an action or a list; 0 for any other element.
    fileprivate var targetCount: Int {
        switch self {
        case .link, .image, .action: 1
        case .list(let list): list.items.count
        default: 0
        }
    }
}

/// The targets of a page, which the user chooses by number; a target's number is its position in display order, from 1.
@_spi(Host) public final class PageNumbers {
    /// The targets so far.
    public private(set) var targets: [PageTarget] = []

    /// Creates an empty list of targets.
    public init() {}

    func add(_ target: PageTarget) -> Int {
        targets.append(target)
        return targets.count
    }
}

@_spi(Host) extension Page {
    /// The entries that a user can choose, each with its receiver, in the order of their numbers.
    public var targets: [PageTarget] {
        let numbers = PageNumbers()
        for _ in PageRenderer(width: PageRenderer.endlessWidth, numbers: numbers).lines(of: self) {}
        return numbers.targets
    }
}

@_spi(Host) extension PageTarget {
    /// Whether the target has a message, but neither a URL nor a receiver for it.
    public var lacksReceiver: Bool {
        switch self {
        case .action(let action, nil): action.url == nil
        case .form(let form, nil): form.url == nil
        default: false
        }
    }
}
