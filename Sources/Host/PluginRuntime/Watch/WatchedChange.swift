/// Something that a watched folder led to.
struct WatchedChange: Sendable, Encodable {
    enum Change: String, Sendable, Encodable { case installed, reloaded, removed }

    let change: Change
    let module: String
    let version: String
    /// The number of the generation that runs now; `nil` where none does.
    let generation: Int?
    let file: String

    /// One line for people.
    var text: String {
        let number = generation.map { ", generation \($0)" } ?? ""
        let rest = change != .removed && generation == nil ? "; it does not run, see `module why \(module)`" : ""
        return PlainText.line("\(module) \(version) was \(change.rawValue)\(number)\(rest)")
    }
}
