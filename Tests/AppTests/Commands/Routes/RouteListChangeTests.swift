@_spi(Host) import ModuleKit
import Testing

@testable import App

/// The effects of a new list on the URLs of an earlier one.
@Suite(.timeLimit(.minutes(2))) struct `The changes of a list of routes` {
    private static let mail = #"{"verb":"open","pattern":"/mail","labels":[{"name":"needs-login"}]}"#
    private static let open = #"{"verb":"open","pattern":"/mail"}"#
    private static let session = guardLine("Account.session", label: #""needs-login""#)

    private static func route(_ pattern: String, _ parameters: String? = nil, _ required: String? = nil) -> String {
        let names = required.map { "\"\($0)\"" } ?? ""
        let schema = parameters.map {
            #","schema":{"parameters":{"type":"object","properties":{\#($0)},"required":[\#(names)]}}"#
        }
        return #"{"verb":"open","pattern":"\#(pattern)"\#(schema ?? "")}"#
    }

    private static func guardLine(_ name: String, on patterns: String = "", label: String = "null") -> String {
        #"{"name":"\#(name)","patterns":[\#(patterns)],"label":\#(label),"owner":"Account","missing":[]}"#
    }

    private static func rewrite(_ pattern: String, _ target: String) -> String {
        #"{"pattern":"\#(pattern)","target":"\#(target)","owner":"Rent"}"#
    }

    private struct List {
        var routes = ""
        var rewrites = ""
        var guards = ""

        var list: RouteList {
            get throws {
                let text =
                    #"{"routes":[\#(routes)]}"# + "\n" + #"{"rewrites":[\#(rewrites)]}"# + "\n"
                    + #"{"interceptors":[\#(guards)]}"#
                return try RouteList(Array(text.utf8), path: "list")
            }
        }
    }

    private static let rows: [(old: List, new: List, changes: [String])] = [
        (List(routes: mail, guards: session), List(routes: mail, guards: session), []),
        // A guard that is gone.
        (
            List(routes: mail, guards: session), List(routes: open, guards: session),
            [
                "unsafe    open /mail: the interceptor Account.session no longer covers it",
                "breaking  open /mail: it lost the label needs-login",
            ]
        ),
        (
            List(routes: mail, guards: session), List(routes: mail),
            ["unsafe    open /mail: the interceptor Account.session no longer covers it"]
        ),
        (
            List(routes: route("/vault/:x"), guards: guardLine("A.g", on: #""/vault/*rest?""#)),
            List(routes: route("/vault/:x"), guards: guardLine("A.g", on: #""/vault/a""#)),
            ["unsafe    open /vault/:x: the interceptor A.g covers some of its URLs now"]
        ),
        (
            List(routes: route("/vault/:x"), guards: guardLine("A.g")), List(routes: route("/vault/:x")),
            ["unsafe    open /vault/:x: the interceptor A.g no longer covers it"]
        ),
        (
            List(routes: #"{"verb":"open","pattern":"/a","sensitive":["token"]}"#), List(routes: route("/a")),
            ["unsafe    open /a: the parameter token is not sensitive any more"]
        ),
        // URLs that another route takes.
        (
            List(routes: mail + "," + route("/:any"), guards: session), List(routes: route("/:any"), guards: session),
            [
                "unsafe    open /mail: /:any takes its URLs, and the interceptor Account.session no longer covers it",
                "breaking  open /mail: it is gone",
            ]
        ),
        (
            List(routes: open + "," + route("/:any"), guards: guardLine("A.g", on: #""/mail""#)),
            List(routes: route("/:any"), guards: guardLine("A.g", on: #""/mail""#)),
            ["breaking  open /mail: it is gone"]
        ),
        (
            List(routes: mail + "," + route("/rent/:id"), rewrites: rewrite("/rent/x", "/mail"), guards: session),
            List(routes: mail + "," + route("/rent/:id"), guards: session),
            [
                "unsafe    rewrite /rent/x: /rent/:id takes its URLs, and the interceptor Account.session no longer "
                    + "covers it", "          rewrite /rent/x: it is gone",
            ]
        ),
        (
            List(routes: mail, guards: session),
            List(routes: route("/box"), rewrites: rewrite("/mail", "/box"), guards: session),
            [
                "unsafe    open /mail: /box takes its URLs, and the interceptor Account.session no longer covers it",
                "          open /box: it is new", "          open /mail: it leads to /box by a rewrite",
            ]
        ),
        // A guard that is new.
        (
            List(routes: open, guards: session), List(routes: mail, guards: session),
            [
                "breaking  open /mail: the interceptor Account.session covers it now",
                "          open /mail: it has the label needs-login now",
            ]
        ),
        (
            List(routes: route("/rent/:id")),
            List(routes: route("/rent/:id"), guards: guardLine("A.g", on: #""/rent/1""#)),
            ["breaking  open /rent/:id: the interceptor A.g covers some of its URLs now"]
        ),
        (
            List(routes: route("/rent/:id")), List(routes: route("/rent/:id"), guards: guardLine("A.g", on: #""/x""#)),
            []
        ),
        // Labels.
        (
            List(routes: #"{"verb":"open","pattern":"/a","labels":[{"name":"single"},{"name":"summary","text":"A"}]}"#),
            List(routes: route("/a")), ["breaking  open /a: it lost the label single"]
        ),
        // A pattern that answers the old URLs, and one that does not.
        (
            List(routes: route("/rent/:id<int>", #""id":{"type":"integer"}"#, "id")),
            List(routes: route("/rent/:home", #""home":{"type":"string"}"#, "home")),
            [
                "          open /rent/:home: its pattern was /rent/:id<int>",
                "          open /rent/:home: the parameter home was integer and is string",
            ]
        ),
        (
            List(routes: route("/rent/:id")), List(routes: route("/rent/:id(/:tab)")),
            ["          open /rent/:id(/:tab): its pattern was /rent/:id"]
        ),
        (
            List(routes: route("/rent/:id<home>")), List(routes: route("/rent/:no<home>")),
            ["          open /rent/:no<home>: its pattern was /rent/:id<home>"]
        ),
        (
            List(routes: route("/rent/:id")), List(routes: route("/rent/:id<int>")),
            ["breaking  open /rent/:id: it is gone", "          open /rent/:id<int>: it is new"]
        ),
        (
            List(routes: route("/rent/:id(/:tab)")), List(routes: route("/rent/:id")),
            ["breaking  open /rent/:id(/:tab): it is gone", "          open /rent/:id: it is new"]
        ),
        (
            List(routes: route("/rent/:id")), List(routes: route("/rent/*rest")),
            ["breaking  open /rent/:id: it is gone", "          open /rent/*rest: it is new"]
        ),
        (
            List(routes: route("/rent/all") + "," + route("/rent/:id")), List(routes: route("/rent/:id")),
            ["breaking  open /rent/all: it is gone"]
        ),
        (
            List(routes: route("/rent/:id")), List(routes: route("app://rent/:id")),
            ["          open app://rent/:id: it is new", "breaking  open /rent/:id: it is gone"].reversed()
        ),
        // Rewrites.
        (
            List(routes: route("/rent/:id")),
            List(routes: route("/rent/:id"), rewrites: rewrite("/rent/*rest", "/home/*rest")),
            ["breaking  open /rent/:id: its URLs lead to /home/*rest by the rewrite /rent/*rest"]
        ),
        (
            List(routes: route("/rent/:id")),
            List(routes: route("/rent/:id"), rewrites: rewrite("/rent/1", "/home/1")),
            ["breaking  open /rent/:id: some of its URLs lead to /home/1 by the rewrite /rent/1"]
        ),
        (
            List(routes: route("/rent/:id")), List(rewrites: rewrite("/rent/:home", "/home/:home")),
            ["          open /rent/:id: it leads to /home/:home by a rewrite"]
        ),
        (
            List(rewrites: rewrite("/old/:id", "/rent/:id")), List(),
            ["breaking  rewrite /old/:id: it is gone"]
        ),
        (
            List(rewrites: rewrite("/old/:id", "/rent/:id")), List(routes: route("/old/:home")),
            ["          open /old/:home: it is new", "          rewrite /old/:id: it is gone"]
        ),
        (
            List(rewrites: rewrite("/old/:id", "/rent/:id")), List(rewrites: rewrite("/old/:id", "/home/:id")),
            ["breaking  rewrite /old/:id: it leads to /home/:id instead of /rent/:id"]
        ),
    ]

    @Test(arguments: rows.indices) func `a change is breaking if an old URL fails, and unsafe if a guard is gone`(
        index: Int
    ) throws {
        let (old, new, changes) = Self.rows[index]
        #expect(RouteChange.all(from: try old.list, to: try new.list).map(\.text) == changes)
    }
}
