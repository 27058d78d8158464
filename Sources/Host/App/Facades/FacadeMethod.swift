@_spi(Host) import ModuleKit

/// The Swift function that makes the URL of one route, preceded by the enumerations of its parameters.
struct FacadeMethod: Sendable {
    let route: FacadeRoute
    let name: String
    let choices: [FacadeChoice]

    /// The source, with the indentation of a type's members and an empty line between declarations.
    var source: [String] { Array((choices.map(enumeration) + [function]).joined(separator: [""])) }

    private var description: RouteDescription { route.outline.description }
    private var pattern: String { "`\(SwiftText.comment(description.pattern))` (\(description.access.rawValue))" }

    private func enumeration(_ choice: FacadeChoice) -> [String] {
        [
            "    /// The values of `\(choice.parameter.label)` in \(pattern).",
            "    public enum \(choice.name): String, Sendable, CaseIterable {",
        ] + choice.cases.map { "        " + $0 } + ["    }"]
    }

    private var function: [String] {
        let items = route.parameters.map { $0.item(canOmit: route.isOmissible($0)) }
        let inline = "[\(items.joined(separator: ", "))]"
        let isLong = inline.count > SwiftText.lineLength / 2
        let literal = SwiftText.literal(route.outline.pattern)
        // The formatter breaks after the label if the pattern alone is too long for a line.
        let isLongLiteral = literal.count > SwiftText.lineLength - "            matching: ,".count
        let arguments =
            ["matching:" + (isLongLiteral ? "\n" + String(repeating: " ", count: 16) : " ") + literal]
            + (items.isEmpty ? [] : [isLong ? "parameters" : inline]) + (route.readsNothing ? [] : ["query: query"])
        let head = isLong ? "        return RouteURL(" : "        RouteURL("
        let list = ["        let parameters: QueryItems = ["] + items.map { "            \($0)," } + ["        ]"]
        return comment + signature + (isLong ? list : [])
            + SwiftText.list(head, arguments, ")", closesOnOwnLine: false) + ["    }"]
    }

    /// The function's comment: the returned URL, the route's summary, and the sensitive parameters.
    private var comment: [String] {
        let hidden = route.outline.sensitiveParameters.sorted().map { "`\(SwiftText.comment($0))`" }
        let advice = "Sensitive, for the body alone: \(hidden.joined(separator: ", "))"
        let notes = [description.summary.map(SwiftText.comment), hidden.isEmpty ? nil : advice].compactMap(\.self)
        return ["    /// Returns the URL of \(pattern)\(types)."] + notes.flatMap { ["    ///", "    /// \($0)"] }
    }

    /// The part of the comment about the types of a call's body and value, as the module's own source names them.
    private var types: String {
        guard description.verb == .call else { return "" }
        let kind =
            switch description.form {
            case .object: "the object "
            case .stream: "one after the other, "
            default: ""
            }
        let input = description.input.map { "takes `\(SwiftText.comment($0))`" }
        let value = description.value.map { "gives \(kind)`\(SwiftText.comment($0))`" }
        let words = [input, value].compactMap(\.self)
        return words.isEmpty ? "" : ", which " + words.joined(separator: " and ")
    }

    private var signature: [String] {
        let parameters = route.parameters.map { parameter in
            let choice = choices.first { $0.parameter == parameter }?.name ?? "String"
            return parameter.declaration(choice: choice, canOmit: route.isOmissible(parameter))
        }
        return SwiftText.list(
            "    public static func \(SwiftName.escaped(name))(",
            parameters + (route.readsNothing ? [] : ["query: QueryItems = [:]"]), ") -> RouteURL {",
            closesOnOwnLine: true)
    }
}
