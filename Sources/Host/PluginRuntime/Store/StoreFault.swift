/// Why what the store has of a module is not loaded.
enum StoreFault: Error, Sendable, Equatable {
    /// Its content is not what its address says.
    case changed(path: String, found: ContentHash, expected: ContentHash)
    /// It is not there.
    case missing(path: String, expected: ContentHash, FileError)
    /// It was refused before it was read whole.
    case file(PluginFileError)
    case store(StoreError)
}

extension StoreFault {
    /// What was found wrong.
    var findings: [Finding] {
        switch self {
        case .changed(_, let found, let expected):
            [Finding("content", "found SHA-256 \(found), expected \(expected)")]
        case .missing(let path, let expected, let error):
            [Finding("content", "found nothing at \(path) (\(error)), expected SHA-256 \(expected)")]
        case .file(let error): error.findings
        case .store(let error): error.findings
        }
    }

    /// What the person can do about an installed module of that name.
    func remedy(for name: String) -> String {
        switch self {
        case .changed, .missing: "switchboard module trust \(name)"
        case .file(let error): error.remedy
        case .store(let error): error.remedy
        }
    }
}
