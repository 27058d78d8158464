/// A module that does not run, and that has what a URL asks for, or may have.
struct Absentee: Sendable {
    let record: ModuleRecord
    /// Whether it is known to have it; otherwise nobody knows what it has, and it bears the name that the URL begins with.
    let isCertain: Bool

    /// That it does not run, and what to do.
    var absence: String {
        let name = record.name
        let remedy =
            switch record.state {
            case .disabled: "it is disabled; enable it with `module enable \(name)`"
            case .stopped: "it was stopped; start it with `module start \(name)`"
            default: "it does not run; see why with `module why \(name)`"
            }
        return "\(name) \(isCertain ? "answers" : "may answer") it, but \(remedy)"
    }
}
