import ModuleKit

/// Model, view, view model, third interpretation: a controller binds a view and a view model that do not refer to each
/// other.
///
/// A fat model is divided into a slim model and a view model, which makes texts from the slim model. The controller
/// only chooses view and view model, and binds them in both directions.
enum MVVMBinding {
    final class ViewModel: Sendable {
        /// The texts of a view, made from the model.
        struct Texts: Sendable {
            let name: String
            let image: String
            let headlines: [String]
        }

        let model: App
        let texts: Live<Texts>
        let note = Live("not tapped")

        init(model: App) {
            self.model = model
            texts = Live(
                Texts(
                    name: model.name, image: model.image,
                    headlines: model.news.map { "\($0.title), \(FatNews($0).gapString())" }))
        }

        func tapped() { note.value = "heard by the view model" }
    }

    final class Controller: Scene {
        let view = AppView()
        let viewModel: ViewModel
        private let bindings: [Binding]

        init(model: App = .boxfish()) {
            viewModel = ViewModel(model: model)
            bindings = [
                viewModel.texts.bind { [view] in view.show(name: $0.name, image: $0.image, headlines: $0.headlines) },
                viewModel.note.bind { [view] in view.show(note: $0) },
            ]
            view.whenTapped { [weak viewModel] in viewModel?.tapped() }
        }

        var content: [PageElement] { view.content }

        func tap() { view.tap() }
    }
}
