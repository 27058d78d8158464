import FoundationEssentials
import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The folder in which the shells of a user listen for links: a socket for each, named by its time and process.
struct LinkFolder: ~Copyable, Sendable {
    /// The reason why a shell cannot listen.
    enum Fault: Error, Equatable {
        case noRuntimeFolder
        case unusable(path: String, reason: String)
        /// Another process holds the folder's lock.
        case locked(path: String)
    }

    private let folder: Descriptor
    private let path: String
    private static let suffix = ".socket"

    private init(folder: consuming Descriptor, path: String) {
        self.folder = folder
        self.path = path
    }

    /// Opens the folder, which the user alone may enter, and creates it if it is absent.
    static func open(_ environment: [String: String]) throws(Fault) -> LinkFolder {
        guard let home = RuntimeHome.path(environment) else { throw .noRuntimeFolder }
        let path = home + "/switchboard"
        do throws(FileError) {
            let ground = try Descriptor(opening: home, O_RDONLY | O_DIRECTORY)
            // Another process may make it at the same time.
            try? ground.makeFolder("switchboard", mode: 0o700)
            let folder = try ground.open("switchboard", O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            guard try folder.status().owner == geteuid() else { throw .system(EPERM) }
            try folder.setMode(0o700)
            return LinkFolder(folder: folder, path: path)
        } catch {
            throw .unusable(path: path, reason: "\(error)")
        }
    }

    /// The names of the sockets, the newest first; some may be those of processes that have ended.
    var names: [String] {
        let all = (try? folder.names()) ?? []
        return all.filter { $0.hasSuffix(Self.suffix) }.reversed()
    }

    /// Listens at a new name, and removes the sockets of processes that have ended.
    func listen() throws(Fault) -> (socket: LocalSocket, name: String) {
        do throws(FileError) {
            // A socket that does not listen yet would seem to be that of an ended process.
            let lock = try FileLock("lock", in: folder)
            if lock.waitAlone(seconds: 2) {
                for name in names where LocalSocket.isLeft(at: name, in: folder) { remove(name) }
                let name = Self.newName
                return (try LocalSocket.listening(at: name, in: folder), name)
            }
        } catch {
            throw .unusable(path: path, reason: "\(error)")
        }
        throw .locked(path: path)
    }

    /// Connects to all shells, and returns those that greet, the newest first: none that has ended, is stopped, or belongs
    /// to another user. The wait is one for all, and only as far as the sequence is read.
    func shells() -> some Sequence<(socket: LocalSocket, process: pid_t)> {
        let sockets = names.compactMap {
            try? LocalSocket.connecting(to: $0, in: folder, seconds: LinkMessage.seconds)
        }
        let deadline = ContinuousClock.now + .seconds(LinkMessage.seconds)
        return sockets.lazy.compactMap { socket in
            socket.waitAtMost(deadline - .now)
            guard let process = socket.peer, let greeting = try? socket.receive(limit: LinkMessage.replyLimit),
                greeting == LinkMessage.greeting
            else { return nil }
            return (socket, process)
        }
    }

    /// Removes a socket's name.
    func remove(_ name: String) { try? folder.remove(name) }

    /// A name for a socket of this process, which sorts by its time.
    private static var newName: String {
        let time = String(FileIdentity.now(), radix: 16)
        return "\(String(repeating: "0", count: max(16 - time.count, 0)))\(time)-\(getpid())\(suffix)"
    }
}

extension LinkFolder.Fault: CustomStringConvertible {
    var description: String {
        switch self {
        case .noRuntimeFolder:
            "no shell receives links: XDG_RUNTIME_DIR names no folder; log in to a session of the system, or set it to "
                + "a folder of your own"
        case .unusable(let path, let reason):
            "a shell receives no links: \(path) cannot be used: \(reason); make it a folder of your own"
        case .locked(let path):
            "this shell receives no links: another process holds \(path)/lock; end that process, and start the shell "
                + "again"
        }
    }
}

/// The messages between `send` and a shell: a greeting, one request, and the reply.
enum LinkMessage {
    /// What a shell is asked.
    struct Request: Codable, Equatable {
        let url: String
        /// The deadline in seconds, if the sender names one; otherwise the shell has its own.
        var deadline: Double?
    }

    /// The first message of a shell.
    static let greeting = Array("switchboard links 2".utf8)
    /// The longest URL, in bytes.
    static let urlLimit = 8_192
    /// The longest request and the longest reply, in bytes.
    static let replyLimit = 65_536
    /// How long a shell may take to greet.
    static let seconds = 2
    /// How long a sender may take, who waits for the greetings of other shells meanwhile.
    static let senderSeconds = 5

    /// The end of a request, for the program that sent its URL.
    struct Reply: Codable, Equatable {
        var exitCode = ExitCode.done.rawValue
        /// The result in a word, such as `shown`, if the request did not fail.
        var result: String?
        /// The title of the page on top.
        var title: String?
        /// The failure's code and message.
        var code: String?
        var message: String?
        var url: String?
    }

    static func request(_ bytes: [UInt8]) throws(Failure) -> Request {
        guard let request = try? JSONDecoder().decode(Request.self, from: Data(bytes)) else {
            throw fault("it is no request of `send`")
        }
        _ = try url(request.url)
        let seconds = request.deadline ?? 1
        guard seconds > 0, seconds <= HostOptions.longestDeadline else { throw fault("its deadline is no time") }
        return request
    }

    /// Returns a text that may be the URL of a request.
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
        Failure(
            code: "invalidLink", message: "the link cannot be opened: \(reason); send one URL such as app://rent/42",
            exitCode: .usage)
    }
}

extension LinkMessage.Reply {
    /// Describes a request that failed.
    init(_ failure: Failure) {
        self.init(
            exitCode: failure.exitCode.rawValue, code: failure.code,
            message: PlainText.line(failure.message, limit: 2_000), url: failure.url)
    }

    /// The message of the reply; texts and numbers always have a JSON form.
    var bytes: [UInt8] { Array(((try? JSONText.encode(self)) ?? "{}").utf8) }
}
