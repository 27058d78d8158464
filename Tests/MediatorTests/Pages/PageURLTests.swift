import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The URLs of a page` {
    /// The places where an answer of a server may contain a URL.
    static let places = [
        #"{"kind":"link","title":"","url":"no url"}"#,
        #"{"kind":"image","caption":"","url":"no url"}"#,
        #"{"kind":"list","items":[{"title":"","url":"no url"}]}"#,
        #"{"kind":"table","columns":[],"rows":[{"cells":[],"url":"no url"}]}"#,
        #"{"kind":"form","title":"","fields":[],"url":"no url"}"#,
        #"{"kind":"form","title":"","fields":[],"url":"app://a","completion":{"open":"no url"}}"#,
        #"{"kind":"action","title":"","url":"no url"}"#,
        #"{"kind":"action","title":"","url":"app://a","completion":{"open":"no url"}}"#,
        #"{"kind":"container","elements":[],"receiver":"no url"}"#,
        #"{"kind":"container","elements":[],"state":"failed","retry":{"title":"","url":"no url"}}"#,
        #"{"kind":"container","state":"loading","elements":[{"kind":"link","title":"","url":"no url"}]}"#,
    ]

    @Test(arguments: places) func `a page with an invalid URL in any place is refused`(_ element: String) {
        let json = #"{"kind":"page","page":{"title":"x","elements":[\#(element)]}}"#
        #expect {
            try Resolution(json: Array(json.utf8), from: "server")
        } throws: { error in
            "\(error)".contains("a link leads to an invalid URL")
        }
    }

    @Test func `the links of a page are its visible links, items, rows and images, in order`() {
        let page = Page("Links") {
            Link("a", to: "app://a")
            Container {
                List([1, 2]) { List.Item("item", to: "app://\($0)") }
                Table(["x"], rows: [Table.Row(["row"], to: "app://row"), Table.Row([])])
            }
            Container { Link("hidden", to: "app://hidden") }.loading()
            Form("no link", calling: "app://form") {}
            Image("image", at: "app://image")
        }
        #expect(
            page.links == [
                Link("a", to: "app://a"), Link("item", to: "app://1"), Link("item", to: "app://2"),
                Link("row", to: "app://row"), Link("image", to: "app://image"),
            ])
    }
}
