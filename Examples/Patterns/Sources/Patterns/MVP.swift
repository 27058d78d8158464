import ModuleKit

/// Model, view, presenter.
///
/// The presenter does the work of a controller, and holds model and view. The controller holds the presenter, and
/// refers to neither model nor view; a page of several parts has several presenters.
enum MVP {
    final class Presenter: Sendable {
        let model: App
        let view = AppView()

        init(model: App, in subviews: Subviews) {
            self.model = model
            subviews.add(view)
            view.show(
                name: model.name, image: model.image,
                headlines: model.news.map { "\($0.title), \(NewsAge(now: present).gapString(of: $0))" })
            view.whenTapped { [weak self] in self?.tapped() }
        }

        private func tapped() { view.show(note: "heard by the presenter") }
    }

    final class Controller: Scene {
        let presenter: Presenter
        private let subviews = Subviews()

        init(model: App = .boxfish()) { presenter = Presenter(model: model, in: subviews) }

        var content: [PageElement] { subviews.content }

        func tap() { subviews.tap() }
    }
}
