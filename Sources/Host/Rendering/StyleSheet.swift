import ModuleKit

/// What the names of styles mean: the one factory that all of them come from.
struct StyleSheet: Sendable {
    private let appearances: [Style: Appearance]

    init(_ appearances: [Style: Appearance]) { self.appearances = appearances }

    /// The appearance of a style; a name that nobody has defined is plain, and so is no style.
    func appearance(of style: Style?) -> Appearance { style.flatMap { appearances[$0] } ?? .plain }

    /// What the host's pages look like.
    static let standard = StyleSheet([
        .title: Appearance(weight: .bold),
        .heading: Appearance(weight: .bold, colour: .cyan),
        .label: Appearance(colour: .cyan),
        .secondary: Appearance(weight: .faint),
        .strong: Appearance(weight: .bold),
        .link: Appearance(colour: .blue),
        .success: Appearance(colour: .green),
        .warning: Appearance(colour: .yellow),
        .failure: Appearance(weight: .bold, colour: .red),
    ])
}
