import ModuleKit

/// The objects of one pattern: a page shows their content, and passes the user's taps to them.
protocol Scene: Sendable {
    /// The current content.
    var content: [PageElement] { get }

    /// Receives the user's tap on the app.
    func tap()
}

/// A view that several patterns share: it receives texts, and refers to neither a model nor the receiver of its taps.
final class AppView: Scene {
    private let name = Live("")
    private let image = Live("")
    private let headlines = Live<[String]>([])
    private let note = Live("not tapped")
    private let tapped = Live<@Sendable () -> Void>({})

    func show(name: String, image: String, headlines: [String]) {
        self.name.value = name
        self.image.value = image
        self.headlines.value = headlines
    }

    /// Shows which object received the tap.
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

/// The views of a controller that does not know their types.
final class Subviews: Scene {
    private let views = Live<[any Scene]>([])

    func add(_ view: any Scene) { views.update { $0.append(view) } }

    var content: [PageElement] { views.value.flatMap(\.content) }

    func tap() { for view in views.value { view.tap() } }
}

/// The view model of a live page with a scene: the page holds the `Screen`, and the `Screen` holds the scene.
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
