import FoundationEssentials
import ModuleKit
import Platform

/// The addresses of the web services that modules call, by name.
///
/// They come from a file, such as `{"accounts":"https://accounts.example.com/v1"}`, and from options of the form
/// `NAME=URL`. Instead of a URL, an address may be the path of a folder with the answers as files (`FolderService`). In
/// the file, a relative path is relative to the folder of the file.
struct WebServices: Sendable, Equatable {
    /// The addresses, without a trailing slash: URLs, and absolute paths of folders.
    private(set) var addresses: [String: String] = [:]

    /// Reads the configuration, then the file unless its name is empty, then the options; the last address of a name
    /// counts.
    ///
    /// - Parameters:
    ///   - configured: the addresses of the user's configuration, in the form of options.
    ///   - demo: a folder that contains a folder for each service of the demonstration. It is used for services without
    ///     another address.
    init(file: String? = nil, configured: [String] = [], options: [String] = [], demo: String? = nil) throws(Failure) {
        if let demo {
            for name in Path.folderNames(in: demo) { try add(name, "\(demo)/\(name)") }
        }
        try add(configured)
        if let file, !file.isEmpty {
            let folder = Path.folder(of: Path.absolute(file))
            for (name, address) in try Self.read(file) { try add(name, address, relativeTo: folder) }
        }
        try add(options)
    }

    private mutating func add(_ options: [String]) throws(Failure) {
        for option in options {
            guard let end = option.firstIndex(of: "=") else {
                throw Self.failure(option, "it is neither NAME=URL nor NAME=FOLDER")
            }
            try add(String(option[..<end]), String(option[end...].dropFirst()))
        }
    }

    private static func isName(_ name: String.UTF8View) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard let first = name.first, letters.contains(first), name.count <= 63 else { return false }
        return name.allSatisfy { letters.contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    }

    /// Adds the address of a service. Error messages never contain the address, because it may have a password.
    private mutating func add(_ name: String, _ address: String, relativeTo folder: String? = nil) throws(Failure) {
        guard Self.isName(name.utf8) else {
            throw Self.failure(name, "a name is a lower-case letter, then lower-case letters, digits and hyphens")
        }
        if !address.isEmpty, address.hasPrefix("/") || !address.contains("://") {
            let path = Path.absolute(address.hasPrefix("/") ? address : (folder.map { $0 + "/" } ?? "") + address)
            guard Path.isFolder(path) else {
                throw Self.failure(name, "its address is neither an http or https URL nor a folder")
            }
            addresses[name] = path
            return
        }
        let components = URLComponents(string: address)
        guard components?.user == nil, components?.password == nil else {
            throw Self.failure(name, "its address has a user name; the module sends credentials as a header field")
        }
        guard let components, RouteURL(address).host != nil else {
            throw Self.failure(name, "its address is not an http or https URL")
        }
        guard components.query == nil, components.fragment == nil else {
            throw Self.failure(name, "its address has a query or a fragment")
        }
        addresses[name] = String(address.reversed().drop { $0 == "/" }.reversed())
    }

    private static func failure(_ service: String, _ reason: String) -> Failure {
        Failure(
            usage: "the web service \"\(service)\" cannot be used: \(reason); write one such as "
                + "accounts=https://accounts.example.com/v1, or accounts=FOLDER with a file for each answer")
    }

    private static func read(_ file: String) throws(Failure) -> [String: String] {
        let json = try Failure.describing(try CheckedFile.bytes(at: file)) { unreadable(file, $0) }
        return try Failure.describing(try Payload(json: json).decode()) { (error: any Error) in
            unreadable(file, "\(error)", example)
        }
    }

    static func unreadable(_ file: String, _ error: FileError) -> Failure {
        unreadable(file, "\(error)", error.remedy(or: example))
    }

    private static func unreadable(_ file: String, _ reason: String, _ remedy: String) -> Failure {
        Failure(
            usage:
                "the web services in \(file), which \(HostOptions.serviceVariable) names, cannot be read: \(reason); "
                + remedy)
    }

    private static let example = #"write a JSON file such as {"accounts":"https://accounts.example.com/v1"}"#
}
