extension Page {
    /// Describes a page that shows a view model, and that is drawn again when it changes.
    ///
    /// Where the description leaves the process it is the page of that moment.
    public init(_ title: String, showing model: some ViewModel) {
        self.init(title) { for element in model.content { element } }
        callback = Callback(model)
        source = PageSource { model.content }
    }
}

extension Container {
    /// Describes a container that shows a view model of its own; the signals that are thrown in it go there.
    ///
    /// It follows its view model on every page, whatever that shows beside it.
    public init(_ id: String, showing model: some ViewModel) {
        self.init(id) { for element in model.content { element } }
        callback = Callback(model)
        source = PageSource { model.content }
    }
}

extension Callback {
    /// Hands signals over to a view model.
    init<Model: ViewModel>(_ model: Model) {
        self.init { (event: Model.Event) in try await model.receive(event) }
    }
}
