extension PluginFileError: CustomStringConvertible {
    /// The file's path.
    var path: String {
        switch self {
        case .unreadable(let path, _), .notRegular(let path, _), .empty(let path), .exposed(let path, _),
            .tooLarge(let path, _), .notELF(let path, _), .damaged(let path, _), .noEntryPoint(let path, _, _),
            .mismatches(let path, _):
            path
        }
    }

    /// What was found and expected, one line for each field.
    var findings: [Finding] { mismatches.map { Finding($0.field.rawValue, $0.text) } }

    /// What the person can do.
    var remedy: String {
        var remedies: [String] = []
        for mismatch in mismatches where !remedies.contains(mismatch.remedy) { remedies.append(mismatch.remedy) }
        return remedies.joined(separator: "; ")
    }

    /// All of it on one line.
    var description: String {
        let found = mismatches.map { "\($0.field.rawValue) \($0.text)" }
        return PlainText.line("\(path): \((found + [remedy]).joined(separator: "; "))")
    }
}
