import ModuleKit

/// Model, view, controller, store.
///
/// Models are slim. The store loads and saves them; without a store, the controller would do this work.
enum MVCS {
    /// The store of the news and of the number of taps, which both survive a restart.
    final class Store: Sendable {
        let model: App
        /// The news, oldest first.
        let news: [News]
        private let taps: Live<Int>

        init(model: App = .boxfish(), news: [News] = [], taps: Live<Int> = Live(0)) {
            (self.model, self.news, self.taps) = (model, news, taps)
        }

        /// Opens the store, and fills it with the model's news if it is empty.
        static func open(in storage: Storage) async throws -> Store {
            let (model, records) = (App.boxfish(), storage.records(News.self))
            if try await records.count() == 0 { try await records.insert(model.news) }
            return Store(
                model: model, news: try await records.sorted(by: \.timestamp).all(),
                taps: try await storage.settings.value("taps", default: 0))
        }

        /// Counts a tap, and returns the number of taps so far.
        func keepTap() -> Int {
            taps.update {
                $0 += 1
                return $0
            }
        }
    }

    final class Controller: Scene {
        let store: Store
        let view = AppView()

        init(store: Store = Store()) {
            self.store = store
            view.show(
                name: store.model.name, image: store.model.image,
                headlines: store.news.map { "\($0.title), \(NewsAge(now: present).gapString(of: $0))" })
            view.whenTapped { [weak self] in self?.tapped() }
        }

        private func tapped() { view.show(note: "heard by the controller, tap \(store.keepTap()) in the store") }

        var content: [PageElement] { view.content }

        func tap() { view.tap() }
    }
}
