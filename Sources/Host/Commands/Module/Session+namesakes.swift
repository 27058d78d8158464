/// Of several modules of one name the first one runs that is found.
extension Session {
    /// Tells which modules of some names are left out, because another one of the name is found before them.
    func tellOfNamesakes(_ names: [String]) {
        let records = (try? source.all.catalogue().records) ?? []
        for record in records where record.state == .shadowed && names.contains(record.name) {
            if let refusal = record.refusal { console.report(refusal, text: refusal.text) }
        }
    }

    /// Tells that a module of a name is there already.
    func tellOfNamesake(_ name: String) {
        guard let file = try? source.all.catalogue()[name]?.file else { return }
        let message =
            "\(file) has a module \(name) already, and of two of one name only the first that is found runs; take "
            + "another name, unless this one is to take its place"
        console.report(Failure(code: "namesake", message: message, exitCode: .done))
    }
}
