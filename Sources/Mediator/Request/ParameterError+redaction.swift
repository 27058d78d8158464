extension ParameterError {
    /// The error without the values of sensitive parameters, or of a body that may hold one.
    func redacting(_ names: Set<String>) -> ParameterError {
        func isSecret(_ name: String) -> Bool {
            let root = name.prefix { $0 != "." && $0 != "[" }
            return name.isEmpty || names.contains(name) || names.contains(String(root))
        }
        switch self {
        case .mistyped(let name, _, let expected) where isSecret(name):
            return .mistyped(name: name, found: Concealment.mark, expected: expected)
        case .mistypedInBody(let name, _, let expected) where isSecret(name):
            return .mistypedInBody(name: name, found: Concealment.mark, expected: expected)
        case .refused(let name, let found, _) where isSecret(name):
            return .refused(
                name: name, found: found.map { _ in Concealment.mark }, reason: "it is not what the type takes")
        default: return self
        }
    }
}

extension Request {
    /// An error that a handler or an interceptor threw, without the values of sensitive parameters where they are the SDK's to say.
    func redacted(_ error: any Error) -> any Error {
        guard !concealment.isEmpty else { return error }
        if let error = error as? ParameterError { return error.redacting(concealment.names) }
        guard let error = error as? ParametersError else { return error }
        return ParametersError(error.faults.map { $0.redacting(concealment.names) }, isComplete: error.isComplete)
    }
}
