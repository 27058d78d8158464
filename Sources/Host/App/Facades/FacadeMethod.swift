@_spi(Host) import ModuleKit

/// The Swift functions of one route: one that makes its URL, and those that open or call it.
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
        let functions = [reference] + (description.verb == .open ? [open] : answers)
        return Array((choices.map(enumeration) + functions).joined(separator: [""]))
    }

    private var description: RouteDescription { route.outline.description }
    private var pattern: String { "`\(SwiftText.comment(description.pattern))` (\(description.access.rawValue))" }

    /// What the route is for, as a line of the comment.
    private var summary: [String] {
        description.summary.map { ["    ///", "    /// " + SwiftText.comment($0)] } ?? []
    }

    private func enumeration(_ choice: FacadeChoice) -> [String] {
        [
            "    /// The values of `\(choice.parameter.label)` in \(pattern).",
            "    enum \(choice.name): String, Sendable, CaseIterable {",
        ] + choice.cases.map { "        " + $0 } + ["    }"]
    }

    private var reference: [String] {
        let items = route.parameters.map { $0.item(canOmit: route.isOmissible($0)) }
        let inline = "[\(items.joined(separator: ", "))]"
        let isLong = inline.count > SwiftLayout.lineLength / 2
        let literal = SwiftText.literal(route.outline.pattern)
        // The formatter breaks behind the label where the pattern alone is too long for a line.
        let isLongLiteral = literal.count > SwiftLayout.lineLength - "            matching: ,".count
        let arguments =
            ["matching:" + (isLongLiteral ? "\n" + String(repeating: " ", count: 16) : " ") + literal]
            + (items.isEmpty ? [] : [isLong ? "parameters" : inline]) + queryArgument
        let head = isLong ? "        return RouteURL(" : "        RouteURL("
        let list = ["        let parameters: QueryItems = ["] + items.map { "            \($0)," } + ["        ]"]
        return ["    /// Returns the URL of \(pattern)."] + summary
            + signature(
                "static func", route.parameters.map { declaration($0, canOmit: route.isOmissible($0)) },
                "RouteURL {", isReference: true)
            + (isLong ? list : []) + SwiftLayout.list(head, arguments, ")", closesOnOwnLine: false) + ["    }"]
    }

    private var open: [String] {
        ["    /// Opens \(pattern).", "    @discardableResult"]
            + signature("func", declarations, "Feedback {") + body("open", route.parameters, []) + ["    }"]
    }

    private var answers: [[String]] {
        switch description.form {
        case .object: [object]
        case .stream: [stream]
        default: calls
        }
    }

    private var object: [String] {
        ["    /// Calls \(pattern)\(types(hasBody: false))."]
            + signature("func", declarations + ["as type: Object.Type"], "Object {", generic: "Object: Sendable")
            + body("call", route.parameters, ["as: type"]) + ["    }"]
    }

    private var stream: [String] {
        let value = route.outline.hasStandardValue ? description.value : nil
        return ["    /// Calls \(pattern)\(types(hasBody: false))."]
            + signature(
                "func", declarations + (value == nil ? ["of type: Value.Type"] : []),
                "PayloadStream<\(value ?? "Value")> {", generic: value == nil ? "Value: Decodable & Sendable" : nil)
            + body("stream", route.parameters, ["of: \(value.map { "\($0).self" } ?? "type")"]) + ["    }"]
    }

    /// The functions with a body and without one; a handler that reads nothing gets no body.
    private var calls: [[String]] {
        route.readsNothing ? [call(hasBody: false)] : [call(hasBody: true), call(hasBody: false)]
    }

    /// Returns the function of a call; a parameter in the body is no separate parameter.
    private func call(hasBody: Bool) -> [String] {
        let value = route.outline.hasStandardValue ? description.value : nil
        let parameters = hasBody ? route.parameters.filter(\.isInPath) : route.parameters
        let declarations = (hasBody ? ["_ body: some Encodable & Sendable"] : []) + parameters.map { declaration($0) }
        // The caller names a type of its own for a value of a type that it does not know.
        let isOpen = value == nil && description.value != nil
        let type = isOpen ? "type" : value.map { "\($0).self" }
        return ["    /// Calls \(pattern)\(types(hasBody: hasBody))."]
            + signature(
                "func", declarations + (isOpen ? ["as type: Value.Type"] : []),
                type == nil ? "{" : "\(value ?? "Value") {",
                generic: isOpen ? "Value: Decodable" : nil)
            + body("call", parameters, (hasBody ? ["body"] : []) + (type.map { ["as: \($0)"] } ?? [])) + ["    }"]
    }

    /// Returns the owner's names for the types of body and value.
    private func types(hasBody: Bool) -> String {
        let input = hasBody ? description.input.map { "takes `\(SwiftText.comment($0))`" } : nil
        let kind =
            switch description.form {
            case .object: "the object "
            case .stream: "one after the other, "
            default: ""
            }
        let value = description.value.map { "gives \(kind)`\(SwiftText.comment($0))`" }
        let words = [input, value].compactMap(\.self)
        return words.isEmpty ? "" : ", which " + words.joined(separator: " and ")
    }

    private var declarations: [String] { route.parameters.map { declaration($0) } }

    private func declaration(_ parameter: FacadeParameter, canOmit: Bool = false) -> String {
        let choice = choices.first { $0.parameter == parameter }?.name ?? "String"
        return parameter.declaration(choice: choice, canOmit: canOmit)
    }

    /// The argument for the query; a route that reads nothing has none.
    private var queryArgument: [String] { route.readsNothing ? [] : ["query: query"] }

    private func signature(
        _ keyword: String, _ declarations: [String], _ result: String, generic: String? = nil,
        isReference: Bool = false
    ) -> [String] {
        let query = route.readsNothing ? [] : ["query: QueryItems = [:]"]
        let options = isReference ? [] : ["options: RequestOptions = RequestOptions()"]
        return SwiftLayout.list(
            "    \(keyword) \(SwiftName.escaped(name))\(generic.map { "<\($0)>" } ?? "")(",
            declarations + query + options,
            ")\(isReference ? "" : " async throws(RequestError)") \(result == "{" ? "" : "-> ")\(result)",
            closesOnOwnLine: true)
    }

    private func body(_ verb: String, _ parameters: [FacadeParameter], _ arguments: [String]) -> [String] {
        let reference = "Self.\(SwiftName.escaped(name))("
        let own = parameters.map(\.argument) + queryArgument
        let all = ["\(reference)\(own.joined(separator: ", ")))"] + arguments + ["options: options"]
        let line = "        try await context.\(verb)(\(all.joined(separator: ", ")))"
        guard line.count > SwiftLayout.lineLength else { return [line] }
        let rest = (["route"] + arguments + ["options: options"]).joined(separator: ", ")
        return SwiftLayout.list("        let route = \(reference)", own, ")", closesOnOwnLine: false)
            + ["        return try await context.\(verb)(\(rest))"]
    }
}
