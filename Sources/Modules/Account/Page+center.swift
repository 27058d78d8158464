import ModuleKit

extension Page {
    /// The user centre; an entry that nobody would answer stays to be seen, but is no link to follow in vain.
    static func center(
        _ session: Session, entries: [CenterEntry] = CenterEntry.all, isInstalled: (CenterEntry) -> Bool
    ) throws -> Page {
        try Page("User centre") {
            Heading("Hello, \(session.name)")
            for entry in entries where entry.isFor(session) {
                if isInstalled(entry) {
                    try Link(entry.title, to: entry.route)
                } else {
                    Text("\(entry.title) (not installed)")
                }
            }
        }
    }
}
