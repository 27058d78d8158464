import Foundation

/// A traditional mediator: a URL's host names a class, its path an action of the class, and its query the parameters.
final class TargetAction {
    typealias Parameters = [String: Any]

    /// A class that is found by its name.
    class Target {
        required init() {}

        /// Performs the action of a name; `nil` if it does not exist.
        func perform(_ action: String, _ parameters: Parameters) -> Any? { nil }
    }

    /// The classes that were found; in the original design, the runtime caches them.
    private var classes: [String: Target.Type] = [:]

    func call(_ url: String) -> Int { perform(url) as? Int ?? 0 }

    /// Performs the action that a URL names; `nil` if it does not exist.
    func perform(_ url: String) -> Any? {
        guard let parts = URLComponents(string: url), let host = parts.host else { return nil }
        var parameters: Parameters = [:]
        for item in parts.queryItems ?? [] { parameters[item.name] = item.value ?? "" }
        let action = parts.path.dropFirst()
        guard !action.hasPrefix("native") else { return nil }
        return targetClass("Target_\(host)")?.init().perform("Action_\(action):", parameters)
    }

    private func targetClass(_ name: String) -> Target.Type? {
        if let known = classes[name] { return known }
        let found = NSClassFromString("RouterBenchmark.\(name)") as? Target.Type
        classes[name] = found
        return found
    }
}

/// The target of URLs with the host `rent`.
final class Target_rent: TargetAction.Target {
    override func perform(_ action: String, _ parameters: TargetAction.Parameters) -> Any? {
        switch action {
        case "Action_list:": [Int]()
        case "Action_number:": (parameters["id"] as? String).flatMap { Int($0) }
        default: nil
        }
    }
}
