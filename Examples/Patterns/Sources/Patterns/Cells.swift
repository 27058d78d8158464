import ModuleKit

/// Two kinds of cells with one layout: the part on the left stands beside the rest.
///
/// The layout is a value of its own, so that neither kind inherits it or has a copy of it.
enum Cells {
    /// The left part beside the rest, in lines of up to 60 columns.
    struct LeftBesideRest: Layoutable {
        var layout: Layout {
            var layout = Layout.sideBySide
            layout.width = 60
            return layout
        }
    }

    /// Returns a cell with a title and a subtitle beside an image.
    static func twoLines(_ news: News) -> Container {
        Container("two lines") {
            Container("image") { Field("Image", "newspaper") }
            Container("text") {
                Heading(news.title)
                NewsAge(now: present).gapString(of: news)
            }
        }
        .makeLayout(LeftBesideRest())
    }

    /// Returns a cell with details beside a picture.
    static func pictureAndDetails(_ app: App) -> Container {
        Container("picture and details") {
            Container("picture") { Image(app.name, at: RouteURL(app.image)) }
            Container("details") {
                Field("Name", app.name)
                Field("News", "\(app.news.count)")
            }
        }
        .makeLayout(LeftBesideRest())
    }
}
