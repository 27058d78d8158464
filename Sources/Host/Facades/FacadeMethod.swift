@_spi(Host) import ModuleKit

/// The Swift functions of one route: one that makes a reference to it, and those that open or call it.
struct FacadeMethod: Sendable {
    private let route: FacadeRoute
    private let name: String
    /// The enumerations of its parameters.
    let choices: [FacadeChoice]

    init(_ route: FacadeRoute, name: String, choices: [FacadeChoice]) {
        self.route = route
        self.name = name
        self.choices = choices
    }

    /// The source, with the indentation of a type's members and an empty line between functions.
    var source: [String] {
        let functions = [reference] + (description.verb == .open ? [open, awaiting] : calls)
        return Array((choices.map(enumeration) + functions).joined(separator: [""]))
    }

    private var description: RouteDescription { route.outline.description }
    private var pattern: String { "`\(SwiftText.comment(description.pattern))` (\(description.access.rawValue))" }

    private func enumeration(_ choice: FacadeChoice) -> [String] {
        [
            "    /// What `\(choice.parameter.label)` may be in \(pattern).",
            "    enum \(choice.name): String, Sendable, CaseIterable {",
        ] + choice.cases.map { "        " + $0 } + ["    }"]
    }

    private var reference: [String] {
        let items = route.parameters.map(\.item)
        let inline = "[\(items.isEmpty ? ":" : items.joined(separator: ", "))]"
        let literal = SwiftText.literal(route.outline.pattern)
        let isLong = inline.count > SwiftLayout.lineLength / 2
        let arguments = [literal] + (items.isEmpty ? [] : [isLong ? "parameters" : inline]) + ["query: query"]
        let head = isLong ? "        return RouteReference(" : "        RouteReference("
        let list = ["        let parameters: QueryItems = ["] + items.map { "            \($0)," } + ["        ]"]
        return ["    /// The route \(pattern)."]
            + signature("static func", [], [], " -> RouteReference {", hasOptions: false)
            + (isLong ? list : []) + SwiftLayout.list(head, arguments, ")", closesOnOwnLine: false) + ["    }"]
    }

    private var open: [String] {
        ["    /// Opens \(pattern).", "    @discardableResult"]
            + signature("func", [], [], " async throws(RequestError) -> Feedback {")
            + body("open", []) + ["    }"]
    }

    private var awaiting: [String] {
        [
            "    /// Opens \(pattern) for the value that its page is dismissed with;",
            "    /// `nil` where it is left without one.",
        ]
            + signature(
                "func", [], ["awaiting type: Value.Type"], " async throws(RequestError) -> Value? {", generic: true)
            + body("open", ["awaiting: type"]) + ["    }"]
    }

    /// With a body and without one; a handler that reads nothing is sent none.
    private var calls: [[String]] {
        description.input == "Void" ? [call(hasBody: false)] : [call(hasBody: true), call(hasBody: false)]
    }

    private func call(hasBody: Bool) -> [String] {
        let value = route.outline.hasStandardValue ? description.value : nil
        let types = [
            hasBody ? description.input.map { "takes `\(SwiftText.comment($0))`" } : nil,
            description.value.map { "gives `\(SwiftText.comment($0))`" },
        ].compactMap(\.self)
        return ["    /// Calls \(pattern)\(types.isEmpty ? "" : ", which ")\(types.joined(separator: " and "))."]
            + signature(
                "func", hasBody ? ["_ body: some Encodable & Sendable"] : [],
                value == nil ? ["as type: Value.Type"] : [],
                " async throws(RequestError) -> \(value ?? "Value") {", generic: value == nil)
            + body("call", (hasBody ? ["body"] : []) + ["as: \(value.map { "\($0).self" } ?? "type")"]) + ["    }"]
    }

    private func signature(
        _ keyword: String, _ first: [String], _ last: [String], _ result: String, generic: Bool = false,
        hasOptions: Bool = true
    ) -> [String] {
        let path = route.parameters.map { parameter in
            parameter.declaration(choice: choices.first { $0.parameter == parameter }?.name ?? "String")
        }
        let parameters = first + path + last + ["query: QueryItems = [:]"]
        return SwiftLayout.list(
            "    \(keyword) \(SwiftName.escaped(name))\(generic ? "<Value: Decodable>" : "")(",
            parameters + (hasOptions ? ["options: RequestOptions = RequestOptions()"] : []), ")" + result,
            closesOnOwnLine: true)
    }

    private func body(_ verb: String, _ arguments: [String]) -> [String] {
        let reference = "Self.\(SwiftName.escaped(name))("
        let own = route.parameters.map(\.argument) + ["query: query"]
        let all = ["\(reference)\(own.joined(separator: ", ")))"] + arguments + ["options: options"]
        let line = "        try await context.\(verb)(\(all.joined(separator: ", ")))"
        guard line.count > SwiftLayout.lineLength else { return [line] }
        let rest = (["route"] + arguments + ["options: options"]).joined(separator: ", ")
        return SwiftLayout.list("        let route = \(reference)", own, ")", closesOnOwnLine: false)
            + ["        return try await context.\(verb)(\(rest))"]
    }
}
