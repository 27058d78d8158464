@_spi(Host) import ModuleKit

/// A parameter of a route, as a parameter of a Swift function.
struct FacadeParameter: Sendable, Equatable {
    /// The name in the pattern.
    let name: String
    /// The label for callers.
    let label: String
    /// The name inside of the function.
    let localName: String
    let shape: TypeShape
    let isOptional: Bool
    /// Whether the parameter is in the path, and not in the query or the body.
    let isInPath: Bool

    /// The label that every function uses, and keywords that cannot be labels.
    private static let reservedLabels: Set<String> = ["inout", "let", "query", "var"]

    /// Returns the parameters of a route with distinct labels, without sensitive parameters of the query.
    static func all(_ outline: RouteOutline) -> [FacadeParameter] {
        let path = outline.path
        var labels: Set<String> = []
        // The generated function already uses these names.
        var localNames: Set<String> = ["parameters", "query"]
        let query = outline.query.filter { !outline.sensitiveParameters.contains($0.name) }
        return (path + query).enumerated().map { index, parameter in
            let label = SwiftName.free(label(of: parameter)) { !labels.contains($0) }
            labels.insert(label)
            let isName = !localNames.contains(label) && !SwiftName.keywords.contains(label)
            let localName = SwiftName.free(isName ? label : label + "Value") { !localNames.contains($0) }
            localNames.insert(localName)
            return FacadeParameter(
                name: parameter.name, label: label, localName: localName, shape: parameter.shape,
                isOptional: parameter.isOptional, isInPath: index < path.count)
        }
    }

    private static func label(of parameter: RouteParameter) -> String {
        let words = SwiftName.words(parameter.name)
        let name = words.isEmpty ? "value" : SwiftName.lowerCamel(words, head: "value")
        return reservedLabels.contains(name) ? name + "Value" : name
    }

    /// Returns the declaration, such as `id: Int` or `for forValue: String`.
    ///
    /// - Parameters:
    ///   - choice: the name of the enumeration for a parameter that takes one of several texts.
    ///   - canOmit: whether the caller may omit the parameter, although the route needs it.
    func declaration(choice: String, canOmit: Bool) -> String {
        let isOptional = isOptional || canOmit
        let names = label == localName ? label : "\(label) \(localName)"
        return "\(names): \(typeName(choice: choice))" + (isOptional ? "? = nil" : "")
    }

    /// Returns the parameter as an element of a dictionary literal, such as `"id": id`.
    func item(canOmit: Bool) -> String {
        let isOptional = isOptional || canOmit
        let isChoice = if case .alternatives = shape { true } else { false }
        return SwiftText.literal(name) + ": " + localName + (isChoice ? (isOptional ? "?" : "") + ".rawValue" : "")
    }

    private func typeName(choice: String) -> String {
        switch shape {
        case .int, .choices: "Int"
        case .uint: "UInt"
        case .double: "Double"
        case .bool: "Bool"
        case .alternatives: choice
        default: "String"
        }
    }
}
