import ModuleKit

/// The objects of one pattern at work: a page shows them, and a person's tap reaches them.
protocol Scene: Sendable {
    /// The present content.
    var content: [PageElement] { get }

    /// Passes on the person's tap on the app.
    func tap()
}

/// A view that several patterns share, because it knows no model: it is told texts, and tells of a tap to a closure.
///
/// The closure is blind communication: the view does not know what receives the tap.
final class AppView: Scene {
    private let name = Live("")
    private let image = Live("")
    private let headlines = Live<[String]>([])
    private let note = Live("not tapped")
    private let tapped = Live<@Sendable () -> Void>({})

    /// Shows texts.
    func show(name: String, image: String, headlines: [String]) {
        self.name.value = name
        self.image.value = image
        self.headlines.value = headlines
    }

    /// Shows what heard the tap.
    func show(note text: String) { note.value = text }

    /// Passes each tap to the closure. The closure must not hold the view's owner.
    func whenTapped(_ action: @escaping @Sendable () -> Void) { tapped.value = action }

    @PageBuilder var content: [PageElement] {
        Heading(name.value)
        Image(name.value, at: RouteURL(image.value))
        for headline in headlines.value { headline }
        Field("Tap", note.value)
    }

    func tap() { tapped.value() }
}

/// The place for views in a controller that does not know them.
final class Subviews: Scene {
    private let views = Live<[any Scene]>([])

    func add(_ view: any Scene) { views.update { $0.append(view) } }

    var content: [PageElement] { views.value.flatMap(\.content) }

    func tap() { for view in views.value { view.tap() } }
}

/// The link between a scene and a live page: the page holds it, and it holds the scene.
final class Screen: ViewModel {
    enum Message: Codable { case tap }

    private let scene: any Scene

    init(_ scene: any Scene) { self.scene = scene }

    var content: [PageElement] {
        for element in scene.content { element }
        Action("Tap the app", sending: .tap)
    }

    func receive(_ message: Message) { scene.tap() }
}
