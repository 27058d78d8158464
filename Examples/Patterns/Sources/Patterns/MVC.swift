import ModuleKit

/// Model, view, controller, as Apple describes the pattern.
///
/// The controller holds the model and the view, and passes the model's texts to the view. Model and view do not refer
/// to each other, so both can be reused. The controller grows with each view.
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
