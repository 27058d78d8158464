import ModuleKit

/// Model, view, controller, as Apple draws it.
///
/// The controller holds the model and the view, takes the model apart and hands texts to the view. Neither model nor
/// view knows the other, so both can be used again. The controller grows with each view.
enum MVC {
    final class Controller: Scene {
        let model: App
        let view = AppView()

        init(model: App = .boxfish()) {
            self.model = model
            view.show(
                name: model.name, image: model.image,
                headlines: model.news.map { "\($0.title), \(NewsAge(now: present).gapString(of: $0))" })
            view.whenTapped { [weak self] in self?.tapped() }
        }

        private func tapped() { view.show(note: "heard by the controller") }

        var content: [PageElement] { view.content }

        func tap() { view.tap() }
    }
}
