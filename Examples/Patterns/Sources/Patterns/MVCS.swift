import ModuleKit

/// Model, view, controller, store.
///
/// Models are slim. The store reads and keeps them, which is work that a controller would do otherwise.
enum MVCS {
    final class Store: Sendable {
        /// The kept app.
        let model: App

        init(model: App) { self.model = model }

        /// Returns the news, oldest first.
        func sortedNews() -> [News] { model.news.sorted { $0.timestamp < $1.timestamp } }
    }

    final class Controller: Scene {
        let store: Store
        let view = AppView()

        init(store: Store = Store(model: .boxfish())) {
            self.store = store
            view.show(
                name: store.model.name, image: store.model.image,
                headlines: store.sortedNews().map { "\($0.title), \(NewsAge(now: present).gapString(of: $0))" })
            view.whenTapped { [weak self] in self?.tapped() }
        }

        private func tapped() { view.show(note: "heard by the controller") }

        var content: [PageElement] { view.content }

        func tap() { view.tap() }
    }
}
