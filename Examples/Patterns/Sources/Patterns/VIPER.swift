import ModuleKit

/// View, interactor, presenter, entity, routing: each part of a controller's work is a separate object.
///
/// The view holds the presenter, the presenter holds the interactor and the router, and the interactor holds the
/// entity. None of them refers back.
enum VIPER {
    /// The business logic, which works on entities and not on pages.
    final class Interactor: Sendable {
        let entity: App

        init(entity: App) { self.entity = entity }

        func headlines() -> [String] { entity.news.map { "\($0.title), \(NewsAge(now: present).gapString(of: $0))" } }
    }

    /// The way to another page: a URL, because a module does not import other modules.
    final class Router: Sendable {
        let destination: RouteURL

        init(destination: RouteURL = "app://patterns") { self.destination = destination }
    }

    /// The texts of the view, and the reactions to the user's actions.
    final class Presenter: Sendable {
        let interactor: Interactor
        let router: Router
        private let isTapped = Live(false)

        init(interactor: Interactor, router: Router) {
            self.interactor = interactor
            self.router = router
        }

        var name: String { interactor.entity.name }
        var image: String { interactor.entity.image }
        var headlines: [String] { interactor.headlines() }
        var note: String { isTapped.value ? "heard by the presenter" : "not tapped" }

        func tapped() { isTapped.value = true }
    }

    final class View: Scene {
        let presenter: Presenter

        init(model: App = .boxfish()) {
            presenter = Presenter(interactor: Interactor(entity: model), router: Router())
        }

        @PageBuilder var content: [PageElement] {
            Heading(presenter.name)
            Image(presenter.name, at: RouteURL(presenter.image))
            for headline in presenter.headlines { headline }
            Field("Tap", presenter.note)
            Link("Another pattern", to: presenter.router.destination)
        }

        func tap() { presenter.tapped() }
    }
}
