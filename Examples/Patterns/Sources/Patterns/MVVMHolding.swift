import ModuleKit

/// Model, view, view model, second interpretation: each part holds the next part and does not know any others.
///
/// The view holds the view model, the view model holds the model, and neither refers back. `ModuleKit.ViewModel` has
/// the same rules; its view is the page.
enum MVVMHolding {
    final class ViewModel: Sendable {
        let model: App
        private let isTapped = Live(false)

        init(model: App) { self.model = model }

        var name: String { model.name }
        var image: String { model.image }
        var headlines: [String] { model.news.map { "\($0.title), \(NewsAge(now: present).gapString(of: $0))" } }
        var note: String { isTapped.value ? "heard by the view model" : "not tapped" }

        func tapped() { isTapped.value = true }
    }

    final class View: Scene {
        let viewModel: ViewModel

        init(viewModel: ViewModel = ViewModel(model: .boxfish())) { self.viewModel = viewModel }

        @PageBuilder var content: [PageElement] {
            Heading(viewModel.name)
            Image(viewModel.name, at: RouteURL(viewModel.image))
            for headline in viewModel.headlines { headline }
            Field("Tap", viewModel.note)
        }

        func tap() { viewModel.tapped() }
    }
}
