import ModuleKit

/// The model that every pattern shows: an app with its news. The model does not refer to a view or a controller.
final class App: Sendable {
    let name: String
    let image: String
    let news: [News]

    init(name: String, image: String, news: [News]) {
        self.name = name
        self.image = image
        self.news = news
    }

    /// The app that all patterns show.
    static func boxfish() -> App {
        App(
            name: "Boxfish", image: "https://example.com/boxfish.png",
            news: [
                News(id: 0, title: "标题0", timestamp: 1_600_000_000),
                News(id: 1, title: "标题1", timestamp: 1_600_003_420),
            ])
    }
}

/// A slim model: data of the business without logic.
struct News: Record {
    let id: Int
    let title: String
    /// Seconds since 1970.
    let timestamp: Int
}
