@_spi(Host) package import ModuleKit
import Platform

/// The types of a route of a plugin that does not run, as a process of its own read them.
package struct RouteTypes: Codable, Sendable {
    /// The command that starts such a process.
    static let word = "types-file"

    package let pattern: String
    package let verb: Request.Verb
    package let schema: RouteSchema

    init(_ outline: RouteOutline) {
        pattern = outline.description.pattern
        verb = outline.description.verb
        schema = outline.schema
    }

    /// Returns the types of all routes in a plugin's file, whose modules are made for that; `nil` if that fails.
    package static func all(in file: String) -> [RouteTypes]? {
        let child = PluginChild(word: word, files: [file], seconds: 2 * CheckStep.seconds)
        return try? child.run(FrameJSON<[RouteTypes]>.self).reports.first?.value
    }
}
