import ModuleKit

/// Two kinds of cells that share one layout: the left part, and the rest next to it.
///
/// The layout is a value, so neither kind inherits it or has a copy of it.
enum Cells {
    /// The left part and the rest next to it, in lines of up to 60 columns.
    struct LeftAndRest: Layoutable {
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
        .makeLayout(LeftAndRest())
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
        .makeLayout(LeftAndRest())
    }
}
