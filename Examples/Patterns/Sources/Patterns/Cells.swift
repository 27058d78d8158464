import ModuleKit

/// Two kinds of cells that share one layout: the left part, and the rest next to it.
///
/// Both kinds use the layout as a value, so they need neither a base class nor a copy of its code.
enum Cells {
    /// The left part and the rest next to it, in lines of up to 60 columns.
    struct LeftAndRest: Layoutable {
        var layout: Layout {
            var layout = Layout.sideBySide
            layout.width = 60
            return layout
        }
    }

    /// Returns a cell with an image, and a title and a subtitle next to it.
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

    /// Returns a cell with a picture, and details next to it.
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
