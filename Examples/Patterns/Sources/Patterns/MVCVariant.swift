import ModuleKit

/// Model, view, controller: the variant in which the view holds the model.
///
/// The controller is slim: it passes the whole model to the view, which chooses the values to show. In return, the view
/// works only with this model.
enum MVCVariant {
    final class View: Scene {
        private let app = Live<App?>(nil)
        private let note = Live("not tapped")
        private let tapped = Live<@Sendable () -> Void>({})

        func show(_ app: App) { self.app.value = app }

        func show(note text: String) { note.value = text }

        func whenTapped(_ action: @escaping @Sendable () -> Void) { tapped.value = action }

        @PageBuilder var content: [PageElement] {
            if let app = app.value {
                Heading(app.name)
                Image(app.name, at: RouteURL(app.image))
                for news in app.news { "\(news.title), \(NewsAge(now: present).gapString(of: news))" }
            }
            Field("Tap", note.value)
        }

        func tap() { tapped.value() }
    }

    final class Controller: Scene {
        let model: App
        let view = View()

        init(model: App = .boxfish()) {
            self.model = model
            view.show(model)
            view.whenTapped { [weak self] in self?.tapped() }
        }

        private func tapped() { view.show(note: "heard by the controller") }

        var content: [PageElement] { view.content }

        func tap() { view.tap() }
    }
}
