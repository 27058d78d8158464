import Synchronization

/// The lines of a shell that have not ended: the one in front of the prompt, and those whose pages wait.
final class ShellRequests: Sendable {
    private let requests = Mutex<[ShellRequest]>([])

    /// Those that have not ended, in the order of their lines.
    var all: [ShellRequest] { requests.withLock(\.self) }

    /// Adds one that begins.
    func add(_ request: ShellRequest) { requests.withLock { $0.append(request) } }

    /// Takes one away that has ended.
    func remove(_ request: ShellRequest) { requests.withLock { $0.removeAll { $0 === request } } }
}
