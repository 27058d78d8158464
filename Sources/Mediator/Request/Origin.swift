/// Who asks.
public enum Origin: Sendable, Hashable {
    /// A module, by its name.
    case module(String)
    /// The person at the host's shell.
    case shell
    /// Anybody else, such as a deep link from another program.
    case external
}

extension Origin: CustomStringConvertible {
    /// The origin in words, for messages.
    public var description: String {
        switch self {
        case .module(let name): "module \(name)"
        case .shell: "the shell"
        case .external: "an external caller"
        }
    }
}
