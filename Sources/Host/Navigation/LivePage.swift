@_spi(Host) import ModuleKit

/// The page on top while it shows a view model: what it is bound to, and when it is drawn again.
///
/// However often the view model changes, the page is made again once for each frame, and once more after the last change.
struct LivePage {
    /// The shortest time between two frames that a person sees.
    static let interval = Duration.milliseconds(33)

    let source: PageSource
    /// Tells this page from those that were shown before or after it.
    let number: Int
    var bindings: [Binding] = []
    var isFrameDue = false
    var lastFrame = ContinuousClock.now

    init(source: PageSource, number: Int) {
        self.source = source
        self.number = number
    }

    /// How long the next frame waits.
    func delay(isPaced: Bool) -> Duration {
        isPaced ? max(Self.interval - (ContinuousClock.now - lastFrame), .zero) : .zero
    }
}
