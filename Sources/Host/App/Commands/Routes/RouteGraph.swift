@_spi(Host) import ModuleKit
import Platform

/// The modules as a flowchart in Mermaid's text: their routes, requirements and interceptions, and the targets of their rewrites.
///
/// With many modules, a box holds the number of a module's routes in place of the routes, so that the chart can be read.
struct RouteGraph {
    /// The largest number of modules whose routes are shown.
    static let detailLimit = 12

    /// A requirement, an interception or a rewrite.
    private struct Edge: Hashable {
        let from: String
        let to: String
        let words: String
        let isSolid: Bool
    }

    let modules: [String]
    let routes: [RouteDescription]
    let rewrites: [RewriteDescription]
    let interceptors: [InterceptorDescription]
    /// The names of the modules that a module requires.
    let requirements: [String: [String]]

    var lines: [String] {
        let isDetailed = modules.count <= Self.detailLimit
        let boxes = modules.enumerated().flatMap { number, module in
            isDetailed ? box(module, number) : ["    m\(number)[\"\(Self.text(module))<br/>\(count(module))\"]"]
        }
        let numbers = Dictionary(uniqueKeysWithValues: modules.enumerated().map { ($1, $0) })
        let arrows = edges.compactMap { edge -> String? in
            guard let from = numbers[edge.from], let to = numbers[edge.to] else { return nil }
            return "    m\(from) \(edge.isSolid ? "-->" : "-.->")|\"\(Self.text(edge.words))\"| m\(to)"
        }
        return ["flowchart LR"] + boxes + arrows
    }

    private func count(_ module: String) -> String {
        let count = routes.count { $0.owner == module }
        return count == 1 ? "1 route" : "\(count) routes"
    }

    private func box(_ module: String, _ number: Int) -> [String] {
        let own = routes.filter { $0.owner == module }.enumerated().map { index, route in
            "        m\(number)r\(index)[\"\(route.verb.rawValue) \(Self.text(route.pattern))\"]"
        }
        let old = rewrites.filter { $0.owner == module }.enumerated().map { index, rewrite in
            "        m\(number)w\(index)([\"\(Self.text(rewrite.pattern)) is \(Self.text(rewrite.target))\"])"
        }
        // Mermaid does not draw a subgraph without nodes.
        let content = own + old
        return ["    subgraph m\(number)[\"\(Self.text(module))\"]"]
            + (content.isEmpty ? ["        m\(number)r0[\"no routes\"]"] : content) + ["    end"]
    }

    private var edges: [Edge] {
        let required = requirements.flatMap { module, others in
            others.map { Edge(from: module, to: $0, words: "requires", isSolid: true) }
        }
        return (Set(required + interceptors.flatMap(edges))).sorted {
            ($0.isSolid ? 0 : 1, $0.from, $0.to, $0.words) < ($1.isSolid ? 0 : 1, $1.from, $1.to, $1.words)
        }
    }

    /// Returns the modules whose routes an interceptor covers by a label; an interceptor of every URL has no lines.
    private func edges(of interceptor: InterceptorDescription) -> [Edge] {
        guard let label = interceptor.label else { return [] }
        let covered = Set(routes.filter { $0.labels.contains { $0.name == label } }.map(\.owner))
        return covered.subtracting([interceptor.owner]).map {
            Edge(from: interceptor.owner, to: $0, words: "intercepts \(label)", isSolid: false)
        }
    }

    /// Returns a text for the inside of quotation marks, with the special characters of Mermaid and HTML escaped.
    private static func text(_ text: String) -> String {
        PlainText.line(text).escaping(["&": "&amp;", "\"": "&quot;", "<": "&lt;", ">": "&gt;"])
    }
}
