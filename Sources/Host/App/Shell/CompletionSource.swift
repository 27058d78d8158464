import Glibc
@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// The modules, labels, paths and URLs that a line may name.
struct CompletionSource: Sendable {
    /// The name and the state of a module.
    struct InstalledModule: Sendable {
        let name: String
        let state: ModuleState
        /// Whether the module is in the store.
        let isInstalled: Bool
    }

    /// The scheme that is suggested for patterns without a scheme, which match almost any scheme.
    private static let anyScheme = "app"

    var routes = TypedRoutes()
    var modules: @Sendable () -> [InstalledModule] = { [] }
    var labels: @Sendable () -> [String] = { [] }
    var paths: @Sendable (_ path: String, _ areFolders: Bool) -> [LineCompletion.Choice] = { _, _ in [] }
    /// Returns the query parameters of a URL. A parameter with few possible values has a list of these values.
    var query: @Sendable (_ url: String) -> [(name: String, values: [String])] = { _ in [] }
}

extension CompletionSource {
    /// Creates a source from the file system and from the declarations of modules, for requests of the given origin.
    init(_ mediator: Switchboard, _ origin: Origin, _ routes: TypedRoutes) {
        self.routes = routes
        labels = { mediator.routes.flatMap(\.labels).map(\.name) }
        paths = { Self.paths(for: $0, areFolders: $1) }
        query = { url in
            mediator.queryParameters(of: RouteURL(url), for: origin).map { parameter in
                switch parameter.shape {
                case .alternatives(let texts): (parameter.name, texts)
                case .choices(let numbers): (parameter.name, numbers.map(String.init))
                case .bool: (parameter.name, ["false", "true"])
                default: (parameter.name, [])
                }
            }
        }
    }

    /// Creates a source for the command line from the module scans of an earlier run of the host. Runs no code of
    /// plugins.
    init(scanned catalogue: ModuleCatalogue?) async {
        let mediator = Switchboard(navigator: NavigationPlanner())
        let runtime = ModuleRuntime(mediator: mediator)
        if let catalogue { await runtime.begin(catalogue, startsSome: false) }
        let found = await runtime.records.map(InstalledModule.init)
        self.init(mediator, .shell, TypedRoutes(mediator.patterns(for: .shell)))
        modules = { found }
        paths = { [LineCompletion.Choice(text: $1 ? ":folders" : ":files", label: "")] }
    }

    /// Returns the paths that begin with a text; the path of a folder ends in a slash.
    private static func paths(for beginning: String, areFolders: Bool) -> [LineCompletion.Choice] {
        let start = beginning.lastIndex(of: "/").map(beginning.index(after:)) ?? beginning.startIndex
        let (folder, last) = (String(beginning[..<start]), beginning[start...])
        let place = folder.isEmpty ? "." : folder
        guard let open = try? Descriptor(opening: place, O_RDONLY | O_DIRECTORY | O_NONBLOCK),
            let names = try? open.names()
        else { return [] }
        let fitting = names.filter { $0.hasPrefix(last) && (last.hasPrefix(".") || !$0.hasPrefix(".")) }
        let shown = fitting.map { Path.isFolder("\(place)/\($0)") ? $0 + "/" : $0 }
        return shown.filter { !areFolders || $0.hasSuffix("/") }.map {
            LineCompletion.Choice(text: folder + $0, label: $0, isWhole: !$0.hasSuffix("/"))
        }
    }
}

extension CompletionSource {
    /// Returns the completions of a URL whose last segment is not complete. `verbs` are the verbs of the wanted routes.
    func urls(for url: String, _ verbs: Set<Request.Verb>) -> [LineCompletion.Choice] {
        guard let start = url.firstRange(of: url.hasPrefix("/") ? "/" : "://")?.upperBound else {
            let schemes = Set(routes.first.map { ($0.pattern.scheme ?? Self.anyScheme) + "://" })
            return schemes.sorted().filter { $0.hasPrefix(url) }.map {
                LineCompletion.Choice(text: $0, label: $0, isWhole: false)
            }
        }
        let scheme = url.hasPrefix("/") ? Self.anyScheme : url[..<start].dropLast(3).lowercased()
        let isOfAnyScheme = ![Self.anyScheme, "http", "https"].contains(scheme)
        let segments = url[start...].split(separator: "/", omittingEmptySubsequences: false)
        let last = segments.last ?? ""
        let typed = segments.map { PercentEncoding.decoded(String($0)) }
        let routes = routes.beginning(as: typed).filter { verbs.contains($0.verb) }
        let groups = [
            routes.filter { ($0.pattern.scheme ?? Self.anyScheme) == scheme },
            routes.filter { isOfAnyScheme && $0.pattern.scheme == nil },
        ]
        var found = groups.flatMap { Self.choices(of: $0, for: typed, after: String(url.dropLast(last.count))) }
        // Text that is the beginning of a literal segment is not also offered as the value of a parameter.
        if !last.isEmpty, found.contains(where: { $0.text != nil }) { found.removeAll { $0.text == nil } }
        var seen: Set<String> = []
        return found.filter { seen.insert($0.label).inserted }
    }

    /// If a word is the first segment of routes, returns a URL that can be opened; otherwise returns `nil`.
    func url(beginningWith word: String) -> String? {
        let url = Self.anyScheme + "://" + word
        let found = urls(for: url, [.open]).compactMap(\.text)
        guard !found.contains(url) else { return url }
        guard found.contains(url + "/") else { return nil }
        let below = urls(for: url + "/", [.open]).compactMap(\.text)
        return below.first { !$0.hasSuffix("/") } ?? url
    }

    /// Returns the completions of the last segment, literals first.
    private static func choices(
        of routes: [TypedRoutes.Route], for typed: [String], after head: String
    ) -> [LineCompletion.Choice] {
        let last = typed.last ?? ""
        var places: [PatternElement: (ends: Bool, goesOn: Bool)] = [:]
        var segments: [PatternElement] = []
        for way in routes.lazy.flatMap(\.pattern.variants) where way.count >= typed.count {
            let segment = way[typed.count - 1]
            guard segment.literal?.hasPrefix(last) ?? true,
                zip(way, typed.dropLast()).allSatisfy({ $0.accepts($1) && !$0.isWildcard })
            else { continue }
            if places[segment] == nil { segments.append(segment) }
            let (ends, goesOn) = places[segment] ?? (false, false)
            places[segment] = (ends || way.count == typed.count, goesOn || way.count > typed.count)
        }
        let literals = segments.filter { $0.literal != nil }.sorted { ($0.literal ?? "") < ($1.literal ?? "") }
        return (literals + segments.filter { $0.literal == nil }).flatMap { segment in
            let values = segment.literal.map { [$0] } ?? segment.values
            let known = values.filter { $0.hasPrefix(last) }.flatMap {
                choices($0, places[segment] ?? (true, false), after: head, isTyped: $0 == last)
            }
            let isOwn = values.isEmpty && (last.isEmpty || segment.accepts(last))
            return known + (isOwn ? [LineCompletion.Choice(text: nil, label: segment.label)] : [])
        }
    }

    private static func choices(
        _ text: String, _ place: (ends: Bool, goesOn: Bool), after head: String, isTyped: Bool
    ) -> [LineCompletion.Choice] {
        var choices: [LineCompletion.Choice] = []
        let url = head + PercentEncoding.legible(text)
        // If one route ends here and another continues, the URL with a slash is a choice only after the user has typed
        // the whole segment.
        if place.ends { choices.append(LineCompletion.Choice(text: url, label: text, isWhole: !place.goesOn)) }
        if place.goesOn, !place.ends || isTyped {
            choices.append(LineCompletion.Choice(text: url + "/", label: text + "/", isWhole: false))
        }
        return choices
    }
}

/// The routes whose URLs the user may type, by the first segment of their URLs.
struct TypedRoutes: Sendable {
    typealias Route = (verb: Request.Verb, pattern: RoutePattern)

    private struct Beginning: Hashable {
        let verb: Request.Verb
        let scheme: String?
        let segment: PatternElement?
        let ends: Bool
    }

    /// For each first segment: a route that ends after it, and one that continues.
    private(set) var first: [Route] = []
    /// All routes by their first segment; the key is empty if the segment is a parameter.
    private var all: [String: [Route]] = [:]

    init(_ routes: [Route] = []) {
        var known: Set<Beginning> = []
        for route in routes {
            var keys: Set<String> = []
            for way in route.pattern.variants {
                let (verb, scheme) = (route.verb, route.pattern.scheme)
                let way = Beginning(verb: verb, scheme: scheme, segment: way.first, ends: way.count == 1)
                if known.insert(way).inserted { first.append(route) }
                if keys.insert(way.segment?.literal ?? "").inserted {
                    all[way.segment?.literal ?? "", default: []].append(route)
                }
            }
        }
    }

    /// Returns the routes that may match a URL with the path; for a single segment, one route for each first segment.
    func beginning(as path: [String]) -> [Route] {
        path.count == 1 ? first : all[path[0], default: []] + all["", default: []]
    }
}

extension RoutePattern {
    /// The maximum number of variants of a pattern that are considered. A variant contains or omits each optional
    /// group.
    private static let variantLimit = 16

    /// The segments of each variant of the pattern. A web host counts as the first segment.
    fileprivate var variants: some Sequence<[PatternElement]> {
        let host = host.map { [PatternElement.literal($0)] } ?? []
        return (isForAnyHost ? [[]] : forms).prefix(Self.variantLimit).map { host + $0 }
    }
}

extension PatternElement {
    fileprivate var literal: String? { if case .literal(let text) = self { text } else { nil } }

    fileprivate var isWildcard: Bool { if case .wildcard = self { true } else { false } }
}

extension CompletionSource.InstalledModule {
    init(_ record: ModuleRecord) {
        self.init(name: record.name, state: record.state, isInstalled: record.source == .store)
    }

    /// Returns whether a command has an effect on the module.
    func fits(_ command: String) -> Bool {
        switch command {
        case "enable": state == .disabled
        case "disable": state != .disabled && state != .shadowed
        case "start": state != .active && state != .disabled && state != .shadowed
        case "stop", "reload", "routes": state == .active || state == .resolved
        case "uninstall", "trust", "verify": isInstalled
        case "why", "info": true
        default: false
        }
    }
}
