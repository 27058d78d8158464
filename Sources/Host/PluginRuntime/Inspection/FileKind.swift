import Glibc

/// What kind of thing stands at a path.
enum FileKind: String, Sendable {
    case regular = "a regular file"
    case directory = "a directory"
    case symbolicLink = "a symbolic link"
    case namedPipe = "a named pipe"
    case socket = "a socket"
    case device = "a device"

    init(mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFIFO: .namedPipe
            case S_IFSOCK: .socket
            default: .device
            }
    }
}
