import Foundation
import ModuleKit

/// A traditional router: nested dictionaries by path component, handlers with untyped parameters, and a completion.
final class DictionaryRouter {
    typealias Parameters = [String: Any]
    typealias Completion = (Any?) -> Void
    typealias Handler = (Parameters) -> Void

    private final class Node {
        var children: [String: Node] = [:]
        var handler: Handler?
    }

    private let root = Node()

    func register(_ pattern: String, handler: @escaping Handler) {
        var node = root
        for component in Self.components(URLComponents(string: pattern)) {
            let child = node.children[component] ?? Node()
            node.children[component] = child
            node = child
        }
        node.handler = handler
    }

    /// Gives a URL to its handler, and returns whether a handler exists.
    @discardableResult func open(_ url: String, completion: @escaping Completion) -> Bool {
        let parts = URLComponents(string: url)
        var parameters: Parameters = ["url": url, "completion": completion]
        guard let handler = handler(Self.components(parts), &parameters) else { return false }
        for item in parts?.queryItems ?? [] { parameters[item.name] = item.value ?? "" }
        handler(parameters)
        return true
    }

    private func handler(_ components: [String], _ parameters: inout Parameters) -> Handler? {
        var node = root
        for component in components {
            if let child = node.children[component] {
                node = child
            } else if let (name, child) = node.children.first(where: { $0.key.hasPrefix(":") }) {
                parameters[String(name.dropFirst())] = component.removingPercentEncoding ?? component
                node = child
            } else {
                return nil
            }
        }
        return node.handler
    }

    /// Returns the scheme, the host and the segments of the path.
    private static func components(_ url: URLComponents?) -> [String] {
        guard let url else { return [] }
        return [url.scheme ?? "", url.host ?? ""] + url.path.split(separator: "/").map(String.init)
    }
}

extension DictionaryRouter {
    /// A router with the routes of two modules, whose pages go onto a stack immediately.
    static var home: DictionaryRouter {
        let (router, stack) = (DictionaryRouter(), ArrayStack())
        router.register("app://messages/list") { _ in stack.push(UsersMediator.page) }
        router.register("app://rent/:id") { parameters in
            guard let text = parameters["id"] as? String, let id = Int(text) else { return }
            stack.push(UsersMediator.page)
            (parameters["completion"] as? Completion)?(id)
        }
        return router
    }

    func open(_ url: String) -> Int {
        var answer: Any?
        open(url) { answer = $0 }
        return answer as? Int ?? 0
    }
}

/// A stack of pages that never makes its caller wait.
final class ArrayStack {
    private var pages: [Page] = []

    func push(_ page: Page) {
        if pages.count == 8 { pages.removeAll(keepingCapacity: true) }
        pages.append(page)
    }
}
