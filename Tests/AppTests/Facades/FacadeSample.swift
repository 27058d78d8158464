@_spi(Host) import ModuleTesting

@testable import App

/// The source of a façade for routes that a test declares.
enum FacadeSample {
    /// The façade of a module with only these routes.
    static func source(
        _ module: String, types: [ParameterType] = [], @RoutesBuilder _ routes: () -> [Route]
    ) throws -> String {
        let mediator = Switchboard(navigator: RecordingNavigator())
        try mediator.register(routes(), owner: module, types: types)
        let facades = Facade.all(of: [module], routes: mediator.outlines)
        return Facade.file(facades.map(\.facade), command: "switchboard")
    }

    /// The functions of a façade that make URLs, each as it is declared with its pattern: `list(city: String) =
    /// "/rent/list"`.
    static func references(
        _ module: String, types: [ParameterType] = [], @RoutesBuilder _ routes: () -> [Route]
    ) throws -> [String] {
        let source = try source(module, types: types, routes).split(separator: "\n").map { $0.drop { $0 == " " } }
        let text = source.filter { !$0.hasPrefix("///") }.joined(separator: " ")
        return text.split(separator: "static func ").dropFirst().map { function in
            let name = function.prefix { $0 != "{" }.replacing(" -> RouteURL ", with: "")
            let pattern = function.split(separator: "RouteURL(matching: ")[1].drop { $0 != "\"" }.dropFirst()
            return name.replacing("( ", with: "(").replacing(" )", with: ")")
                .replacing("query: QueryItems = [:]", with: "").replacing(", )", with: ")")
                + " = " + pattern.prefix { $0 != "\"" }
        }
    }
}
