extension Failure {
    /// What the command line says of a plugin that was not installed.
    init(_ error: InstallationError) {
        let message = "\(error)"
        switch error {
        case .source: self.init(code: "noPlugin", message: message, exitCode: .failed)
        case .file: self.init(code: "moduleRefused", message: message, exitCode: .refused)
        case .store(let error): self.init(error)
        case .notInstalled: self.init(code: "notInstalled", message: message, exitCode: .failed)
        case .changed: self.init(code: "contentChanged", message: message, exitCode: .refused)
        case .otherSource: self.init(code: "otherSource", message: message, exitCode: .refused)
        case .otherLibrary: self.init(code: "otherLibrary", message: message, exitCode: .refused)
        case .moduleGone: self.init(code: "moduleGone", message: message, exitCode: .refused)
        case .otherContent, .otherModules, .otherVersion:
            self.init(code: "notAsOffered", message: message, exitCode: .refused)
        case .fetched: self.init(code: "fetched", message: message, exitCode: .refused)
        case .scan: self.init(code: "scanFailed", message: message, exitCode: .refused)
        }
    }

    /// What the command line says of a store that cannot be used.
    init(_ error: StoreError) {
        let isRefused = if case .exposed = error { true } else { false }
        self.init(code: "store", message: "\(error)", exitCode: isRefused ? .refused : .failed)
    }
}
