import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The folder with the socket on which a shell receives the user's links from other programs.
///
/// The socket has one fixed name. The shell that started last takes this name over.
struct LinkFolder: ~Copyable, Sendable {
    private let folder: Descriptor
    private let path: String
    private static let name = "links.socket"

    /// The failure if the system has no folder for sockets (`XDG_RUNTIME_DIR`).
    static let noRuntimeFolder = Failure(
        "link",
        "no shell receives links: XDG_RUNTIME_DIR does not name a folder; log in to a session of the system, "
            + "or set it to a folder that you own", .done)

    private static func unusable(_ path: String, _ error: FileError) -> Failure {
        Failure(
            "link", "no shell receives links: \(path) cannot be used: \(error); make it a folder that you own", .done)
    }

    /// Opens the folder, or creates it if it is absent. Only the user may enter it.
    static func open(_ environment: [String: String]) throws(Failure) -> LinkFolder {
        guard let home = UserEnvironment.runtime(environment) else { throw noRuntimeFolder }
        let path = home + "/switchboard"
        do throws(FileError) {
            let ground = try Descriptor(opening: home, O_RDONLY | O_DIRECTORY)
            // Another process may create the folder at the same time.
            try? ground.makeFolder("switchboard", mode: 0o700)
            let folder = try ground.open("switchboard", O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            guard try folder.status().owner == geteuid() else { throw .system(EPERM) }
            try folder.setMode(0o700)
            return LinkFolder(folder: folder, path: path)
        } catch {
            throw unusable(path, error)
        }
    }

    /// Listens for links. From now on, this shell receives them instead of an earlier shell. The socket's name remains
    /// after this shell ends; a program that connects to it then finds that no shell listens.
    func listen() throws(Failure) -> LocalSocket {
        do throws(FileError) {
            let own = "\(Self.name).\(getpid())"
            // An earlier process with the same id may have been killed and have left a socket of this name.
            try? folder.remove(own)
            let socket = try LocalSocket.listening(at: own, in: folder)
            try Descriptor.check(rename(path + "/" + own, path + "/" + Self.name))
            return socket
        } catch {
            throw Self.unusable(path, error)
        }
    }

    /// Connects to the shell that listens. Returns `nil` if it has ended, is stopped, or belongs to another user.
    func shell() -> (socket: LocalSocket, process: pid_t)? {
        guard let socket = try? LocalSocket.connecting(to: Self.name, in: folder, seconds: LinkMessage.seconds),
            let process = socket.peer, (try? socket.receive(limit: LinkMessage.replyLimit)) == LinkMessage.greeting
        else { return nil }
        return (socket, process)
    }
}

/// The messages between `send` and a shell. The shell greets, `send` sends one request, and the shell replies.
enum LinkMessage {
    struct Request: Codable, Equatable {
        let url: String
        /// The deadline in seconds; `nil` if the shell's own deadline applies.
        var deadline: Double?
        /// Whether the page is opened without its parents.
        var isAlone: Bool?
    }

    /// The message with which a shell greets a program that connects.
    static let greeting = Array("switchboard links 2".utf8)
    /// The longest URL, in bytes.
    static let urlLimit = 8_192
    /// The longest request and the longest reply, in bytes.
    static let replyLimit = 65_536
    /// The longest time that `send` waits for a shell's greeting, in seconds.
    static let seconds = 2
    /// The longest time that a shell waits for a message from `send`, in seconds.
    static let senderSeconds = 5

    /// The outcome of a request, for the program that sent the URL.
    struct Reply: Codable, Equatable {
        var exitCode = ExitCode.done.rawValue
        /// The name of the result, such as `shown`; `nil` if the request failed.
        var result: String?
        /// The title of the page on top.
        var title: String?
        /// The failure's code and message.
        var code: String?
        var message: String?
        var url: String?
    }

    static func request(_ bytes: [UInt8]) throws(Failure) -> Request {
        guard let request = try? Payload(json: bytes).decode(as: Request.self) else {
            throw fault("it is not a request of `send`")
        }
        _ = try url(request.url)
        let seconds = request.deadline ?? 1
        guard seconds > 0, seconds <= HostOptions.longestDeadline else { throw fault("its deadline is out of range") }
        return request
    }

    /// Returns the text, or throws if it cannot be the URL of a request.
    static func url(_ text: String) throws(Failure) -> String {
        guard text.utf8.count <= urlLimit else { throw tooLong }
        guard !text.isEmpty else { throw fault("it is empty") }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw fault("it has a control character")
        }
        return text
    }

    static let tooLong = fault("it is longer than \(urlLimit) bytes")

    private static func fault(_ reason: String) -> Failure {
        Failure("invalidLink", "the link cannot be opened: \(reason); send one URL such as app://rent/42", .usage)
    }
}

extension LinkMessage.Reply {
    init(_ failure: Failure) {
        self.init(
            exitCode: failure.exitCode.rawValue, code: failure.code,
            message: PlainText.line(failure.message, limit: 2_000), url: failure.url)
    }

    /// The reply as JSON; encoding cannot fail, because texts and numbers always have a JSON form.
    var bytes: [UInt8] { Array(((try? JSONText.encode(self)) ?? "{}").utf8) }
}
