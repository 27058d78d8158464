/// Why the stack of the last session is not there, or this one will not be.
enum StackFileError: Error, Sendable, Equatable, CustomStringConvertible {
    case damaged(path: String, reason: String)
    case unwritable(path: String, reason: String)

    var description: String {
        switch self {
        case .damaged(let path, let reason):
            "the stack of the last session was dropped: \(path) is damaged: \(reason); begin with a URL"
        case .unwritable(let path, let reason):
            "the stack is not kept: \(path) cannot be written: \(reason); make it writable, or leave out "
                + HostOptions.restore.name
        }
    }
}

extension Failure {
    /// What the command line says of a stack that cannot be kept; the session goes on without.
    init(_ error: StackFileError) { self.init(code: "restore", message: "\(error)", exitCode: .done) }
}
