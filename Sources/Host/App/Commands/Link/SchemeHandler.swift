import FoundationEssentials
import Glibc
import Platform

/// The registration of a URL scheme with the desktop. It consists of a desktop entry, which runs `send`, and a line in
/// the user's list of default applications.
struct SchemeHandler {
    let scheme: String
    /// The path of the desktop entry.
    let file: String
    /// The path of the user's list of default applications.
    private let list: String

    private static let prefix = "switchboard-"
    private static let suffix = ".desktop"
    private static let earlierKey = "X-Switchboard-Replaced="
    /// Schemes with a fixed meaning, which belong to browsers, to mail and to the system.
    private static let known: Set = [
        "about", "blob", "chrome", "data", "file", "ftp", "ftps", "geo", "git", "http", "https", "im", "irc", "ircs",
        "javascript", "ldap", "magnet", "mailto", "news", "nfs", "resource", "rtsp", "sftp", "sip", "sips", "sms",
        "smb", "ssh", "tel", "telnet", "trash", "urn", "view-source", "vnc", "webcal", "ws", "wss", "xmpp",
    ]

    init(_ text: String, _ environment: [String: String]) throws(Failure) {
        scheme = text.lowercased()
        guard scheme.wholeMatch(of: #/[a-z][a-z0-9+\-.]{0,31}/#) != nil else {
            throw Self.usage("\"\(text)\" is not a scheme; write up to 32 letters, digits, +, - and ., as in myapp")
        }
        guard !Self.known.contains(scheme) else {
            throw Self.usage("\(scheme) is a scheme of other programs; choose another scheme")
        }
        guard let data = UserEnvironment.data(environment),
            let config = UserEnvironment.configuration(environment)
        else {
            throw Self.failure("HOME does not name a folder, and XDG_DATA_HOME or XDG_CONFIG_HOME is missing; set HOME")
        }
        file = "\(data)/applications/\(Self.prefix)\(scheme)\(Self.suffix)"
        list = config + "/mimeapps.list"
    }

    /// Returns the schemes that the user or a system package registered, sorted.
    static func schemes(_ environment: [String: String]) -> [String] {
        let system = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        let folders = [UserEnvironment.data(environment) ?? ""] + system.split(separator: ":").map(String.init)
        let names = folders.flatMap {
            (try? Descriptor(opening: $0 + "/applications", O_RDONLY | O_DIRECTORY).names()) ?? []
        }
        return Set(names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) })
            .map { String($0.dropFirst(prefix.count).dropLast(suffix.count)) }.sorted()
    }

    /// Writes the desktop entry, and makes it the default application for the scheme. Returns the earlier default.
    func install() throws(Failure) -> String? {
        let found = try desktop("query", "default", mimeType)
        let earlier = found.isEmpty || found == Path.name(of: file) ? self.earlier : found
        try write(entry(replacing: earlier), to: file)
        _ = try desktop("default", Path.name(of: file), mimeType)
        return earlier
    }

    /// Removes the desktop entry, and restores the earlier default application, which it returns.
    func remove() throws(Failure) -> String? {
        guard access(file, F_OK) == 0 else {
            throw Self.failure("links of \(scheme): were not installed by you; `link status` lists the schemes")
        }
        let earlier = earlier
        try removeFromList()
        if let earlier { _ = try desktop("default", earlier, mimeType) }
        // The desktop entry is removed last: after a failure, a second attempt reads the earlier default from it.
        guard unlink(file) == 0 else { throw Self.unwritable(file, .system(errno)) }
        return earlier
    }

    /// The scheme and the path of the desktop entry, for `--json`.
    var object: JSONObject { JSONObject(["scheme": scheme, "file": file]) }

    private var mimeType: String { "x-scheme-handler/\(scheme)" }

    /// The default application before the installation, read from the desktop entry.
    private var earlier: String? {
        lines(of: file).first { $0.hasPrefix(Self.earlierKey) }.map { String($0.dropFirst(Self.earlierKey.count)) }
    }

    private func entry(replacing earlier: String?) -> String {
        let lines =
            [
                "[Desktop Entry]", "Type=Application", "Name=Switchboard (\(scheme))", "NoDisplay=true",
                "Terminal=false", "Exec=\(Self.quoted(Executable.path)) \(Command.send.name) %u",
                "MimeType=\(mimeType);",
            ] + (earlier.map { [Self.earlierKey + $0] } ?? [])
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns a path as a word of an `Exec` line. The word is quoted by the rules of the Desktop Entry Specification,
    /// but only if necessary, because `xdg-open` does not parse quotes.
    private static func quoted(_ path: String) -> String {
        let percent = path.escaping(["%": "%%"])
        let marks = " \t\n\"'\\><~|&;$*?#()`".unicodeScalars
        guard path.unicodeScalars.contains(where: marks.contains) else { return percent }
        // Each character is escaped twice: once for the file format, and once for the quoted word.
        let word = percent.escaping(["\\": "\\\\\\\\", "\"": "\\\\\"", "`": "\\\\`", "$": "\\\\$"])
        return "\"" + word + "\""
    }

    private func removeFromList() throws(Failure) {
        let lines = lines(of: list)
        let kept = lines.compactMap { line -> String? in
            guard line.hasPrefix(mimeType + "=") else { return line }
            let others = line.dropFirst(mimeType.count + 1).split(separator: ";").filter { $0 != Path.name(of: file) }
            return others.isEmpty ? nil : "\(mimeType)=\(others.joined(separator: ";"));"
        }
        if kept != lines { try write(kept.joined(separator: "\n"), to: list) }
    }

    /// Runs `xdg-mime`, and returns its output.
    private func desktop(_ arguments: String...) throws(Failure) -> String {
        guard let program = Executable.find("xdg-mime") else {
            throw Self.failure("xdg-mime, which registers schemes, was not found; install xdg-utils")
        }
        let end = try? ChildProgram(path: program, arguments: arguments).run(seconds: 10)
        // A query fails if there is no default application, which is not an error here.
        guard let end, arguments.first == "query" || end.ending == .exited(0) else {
            throw Self.failure("`xdg-mime \(arguments.joined(separator: " "))` failed; run it by hand to see why")
        }
        return String(decoding: end.output, as: UTF8.self).filter { !$0.isNewline }
    }

    private func lines(of path: String) -> [String] {
        let text = (try? File.bytes(at: path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func write(_ text: String, to path: String) throws(Failure) {
        let path = Path.canonical(path)
        do throws(FileError) {
            try? FileManager.default.createDirectory(atPath: Path.folder(of: path), withIntermediateDirectories: true)
            try File.replace(path, with: Array(text.utf8))
        } catch {
            throw Self.unwritable(path, error)
        }
    }

    private static func usage(_ message: String) -> Failure {
        Failure("invalidScheme", message, .usage)
    }

    private static func failure(_ message: String) -> Failure {
        Failure("link", message)
    }

    private static func unwritable(_ path: String, _ error: FileError) -> Failure {
        failure("\(path) cannot be written: \(error); make it writable for you")
    }
}
