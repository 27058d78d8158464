import ModuleKit

/// Model, view, view model, first interpretation: the view observes the view model that owns it.
///
/// The view model does the work of a presenter, but does not change the view: it publishes values, and the view reads
/// the values that it shows. The view refers to the view model weakly, since the view model holds the view.
enum MVVMObserving {
    final class ViewModel: Sendable {
        let model: App
        let name = Live("")
        let image = Live("")
        let headlines = Live<[String]>([])
        let note = Live("not tapped")
        let view = View()

        init(model: App, in subviews: Subviews) {
            self.model = model
            view.observe(self)
            subviews.add(view)
            name.value = model.name
            image.value = model.image
            headlines.value = model.news.map { "\($0.title), \(NewsAge(now: present).gapString(of: $0))" }
        }

        fileprivate func tapped() { note.value = "heard by the view model" }
    }

    final class View: Scene {
        private struct Observed: Sendable { weak let viewModel: ViewModel? }

        private let observed = Live(Observed(viewModel: nil))

        fileprivate func observe(_ viewModel: ViewModel) { observed.value = Observed(viewModel: viewModel) }

        /// A page that reads a live value is drawn again when the value changes: this is the binding.
        @PageBuilder var content: [PageElement] {
            if let viewModel = observed.value.viewModel {
                Heading(viewModel.name.value)
                Image(viewModel.name.value, at: RouteURL(viewModel.image.value))
                for headline in viewModel.headlines.value { headline }
                Field("Tap", viewModel.note.value)
            }
        }

        func tap() { observed.value.viewModel?.tapped() }
    }

    /// The controller, which belongs to the view in this interpretation.
    final class Controller: Scene {
        let viewModel: ViewModel
        private let subviews = Subviews()

        init(model: App = .boxfish()) { viewModel = ViewModel(model: model, in: subviews) }

        var content: [PageElement] { subviews.content }

        func tap() { subviews.tap() }
    }
}
