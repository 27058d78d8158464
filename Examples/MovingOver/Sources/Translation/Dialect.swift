/// A router whose patterns can be translated; each case shows the router's notation.
enum Dialect: String, CaseIterable, Sendable {
    /// `/user/:id(/posts)/*`; a line may name its table, as `myapp: /user/:id` or `(global) /user/:id`.
    case jlRoutes = "JLRoutes"
    /// `myapp://user/<int:id>`, `https://<path:url>`
    case urlNavigator = "URLNavigator"
    /// `mgj://search/:query`, `mgj://`
    case mgjRouter = "MGJRouter"
    /// `scheme://host/:id/*/**rest`
    case alicerce = "Alicerce"
    /// `/account`, `demo://page/account exported=false`, or a regular expression for the whole URL.
    case wmRouter = "WMRouter"
    /// `/group/page`, optionally followed by the page's fields: `/group/page {id:int}`.
    case aRouter = "ARouter"
    /// `Target_A.Action_show:`, or all actions of a target: `Target_A.Action_*:`.
    case ctMediator = "CTMediator"
    /// The host of a URL, by which BeeHive chooses the handler: `jump.vc.beehive`.
    case beeHive = "BeeHive"
    /// `/user/:userId/`
    case hhRouter = "HHRouter"
    /// `app://service/path/:id?k=v`
    case zikRouter = "ZIKRouter"
}

extension Dialect {
    /// Returns a table in Switchboard's routing language, in the same order, which no longer has an effect.
    func translate(_ table: [String]) -> [TranslatedRoute] {
        switch self {
        case .jlRoutes: table.map(Self.jlRoutes)
        case .urlNavigator: table.map(Self.urlNavigator)
        case .mgjRouter: table.map(Self.mgjRouter)
        case .alicerce: Self.alicerce(table)
        case .wmRouter: table.map(Self.wmRouter)
        case .aRouter: table.map { TranslatedRoute(source: $0, patterns: [Self.firstWord($0)]) }
        case .ctMediator: table.flatMap(Self.ctMediator)
        case .hhRouter: table.map { TranslatedRoute(source: $0, patterns: [Self.withoutQuery(Self.withSlash($0))]) }
        case .zikRouter: table.map { TranslatedRoute(source: $0, patterns: [Self.withoutQuery($0)]) }
        case .beeHive: table.map { TranslatedRoute(source: $0, patterns: ["/\($0)/*path?"], added: ["path"]) }
        }
    }

    static func firstWord(_ text: String) -> String { text.prefix { $0 != " " }.description }

    /// Returns a pattern without the items of a query, and without a slash at its end.
    static func withoutQuery(_ pattern: String) -> String {
        let path = pattern.prefix { $0 != "?" }
        return path.hasSuffix("/") && path.count > 1 && !path.hasSuffix("://") ? String(path.dropLast()) : String(path)
    }

    static func withSlash(_ path: String) -> String { path.hasPrefix("/") ? path : "/" + path }
}

extension Dialect {
    /// Translates `<int:id>` to `:id<int>`, `<path:url>` to `*url`, and an app's converter to a type of the module.
    private static func urlNavigator(_ source: String) -> TranslatedRoute {
        let pattern = source.replacing(/<(?:(\w+):)?(\w+)>/) { match in
            switch match.1 {
            case nil, "string": ":\(match.2)"
            case "path": "*\(match.2)"
            case "float": ":\(match.2)<double>"
            case let type?: ":\(match.2)<\(type)>"
            }
        }
        return TranslatedRoute(source: source, patterns: [pattern])
    }

    /// Translates a pattern; a scheme alone, such as `mgj://`, matches all URLs of the scheme.
    private static func mgjRouter(_ source: String) -> TranslatedRoute {
        guard source.hasSuffix("://") else { return TranslatedRoute(source: source, patterns: [source]) }
        return TranslatedRoute(source: source, patterns: [source + "*rest?"], added: ["rest"])
    }

    /// Translates a pattern; a regular expression becomes the condition of a handler for all URLs.
    private static func wmRouter(_ source: String) -> TranslatedRoute {
        let pattern = firstWord(source)
        let isInternal = source.hasSuffix(" exported=false")
        guard !pattern.contains(/[\\*^$|]|\(.*\)/) else {
            let any = ["/*url?", "http://*url", "https://*url"]
            return TranslatedRoute(source: source, patterns: any, added: ["url"], condition: pattern)
        }
        let isURL = pattern.contains("://")
        return TranslatedRoute(
            source: source, patterns: [isURL ? pattern : withSlash(pattern)], isInternal: isInternal)
    }

    /// Translates an action, or all actions of a target; other programs cannot reach actions that begin with `native`.
    private static func ctMediator(_ source: String) -> [TranslatedRoute] {
        guard let match = source.wholeMatch(of: /Target_(\w+)\.Action_(\w+|\*):?/) else {
            return [TranslatedRoute(source: source, patterns: [source])]
        }
        let (target, action) = ("/\(match.1)", match.2)
        guard action == "*" else {
            return [
                TranslatedRoute(
                    source: source, patterns: ["\(target)/\(action)"], isInternal: action.hasPrefix("native"))
            ]
        }
        let native = source.replacing("*", with: "native*")
        return [
            TranslatedRoute(source: source, patterns: ["\(target)/*action"], added: ["action"]),
            TranslatedRoute(
                source: native, patterns: ["\(target)/native", "\(target)/native:action"], added: ["action"],
                isInternal: true),
        ]
    }
}
