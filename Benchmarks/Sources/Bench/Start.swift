/// Measures the shell with the in-tree modules, from its start over its prompt on a terminal to its end, and the least
/// program with the same libraries.
enum Start {
    /// The permitted difference in milliseconds.
    private static let bar = 30.0

    static func run(on host: Host) throws {
        let onTerminal = host.own("OnTerminal")
        for program in [host.program, host.own("Bare")] { try host.warm([onTerminal, program]) }
        let times = try host.compare(
            ["the shell", "an empty program"],
            ["\(onTerminal) \(host.program)", "\(onTerminal) \(host.own("Bare"))"], "A start")
        guard times[2].time <= bar else { throw Fault("the shell takes more than \(bar) ms longer") }
    }
}
