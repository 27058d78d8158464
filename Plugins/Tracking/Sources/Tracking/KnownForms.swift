import ModuleKit
import Synchronization

/// The forms of the pages that were opened, by the URLs that they call: they tell which of their fields are secret.
final class KnownForms: Sendable {
    private struct State {
        /// The names of all fields, and of those that some form of the URL keeps secret.
        var fields: [String: (all: Set<String>, secret: Set<String>)] = [:]
        /// The URLs, the oldest first.
        var order: [String] = []
    }

    static let limit = 256

    private let state = Mutex(State())

    /// Notes the forms of a page.
    func learn(_ page: Page) { learn(page.elements) }

    private func learn(_ elements: [PageElement]) {
        for element in elements {
            switch element {
            case .container(let container): learn(container.content)
            case .form(let form): if let url = form.url { note(form, at: url) }
            default: break
            }
        }
    }

    private func note(_ form: Form, at url: String) {
        let all = Set(form.fields.map(\.name))
        let secret = Set(form.fields.filter { $0.kind == .secret }.map(\.name))
        state.withLock { state in
            if let known = state.fields[url] {
                state.fields[url] = (known.all.union(all), known.secret.union(secret))
                return
            }
            state.fields[url] = (all, secret)
            state.order.append(url)
            if state.order.count > Self.limit { state.fields[state.order.removeFirst()] = nil }
        }
    }

    /// Returns whether a form calls the URL and shows what the person types into the field.
    func reveals(_ field: String, of url: String) -> Bool {
        state.withLock { state in
            guard let known = state.fields[url] else { return false }
            return known.all.contains(field) && !known.secret.contains(field)
        }
    }
}
