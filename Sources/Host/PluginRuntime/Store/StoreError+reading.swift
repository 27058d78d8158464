import Glibc

extension StoreError {
    /// Why one of the store's own files cannot be read.
    init(reading path: String, _ error: PluginFileError) {
        switch error {
        case .exposed(_, let violations): self = .exposed(path: path, violations)
        case .unreadable(_, let code): self = .inaccessible(path: path, FileError(code: code))
        default: self = .lock(path: path, .damaged(reason: error.mismatches.map(\.text).joined(separator: ", ")))
        }
    }
}
