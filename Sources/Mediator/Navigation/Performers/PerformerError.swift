/// Why a module's navigation command was not performed.
public enum PerformerError: Error, Sendable {
    /// No module declares it, any more or at all; the nearest name that there is, if one is near.
    case unknown(String, near: String?)
    /// The command needs an argument of that type.
    case missingArgument(expected: String)
    /// The performer failed.
    case failed(String, reason: any Error)
    /// Each of these commands stands for the next.
    case tooDeep(chain: [String])
}

extension PerformerError: CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .unknown(let name, let near):
            "no module performs \(name); " + (near.map { "did you mean \($0)?" } ?? "start the module that declares it")
        case .missingArgument(let type): "there is no argument; give a value of type \(type)"
        case .failed(let name, let reason): "\(name) failed: \(String(describing: reason))"
        case .tooDeep(let chain):
            "commands of modules stand for one another without an end, \(chain.joined(separator: " → ")); "
                + "take one of them out"
        }
    }
}
