/// A plugin that a resolver offers for a URL that no module answers yet.
///
/// It is an offer only: the installer compares the file with the hash first.
public struct ModuleOffer: Sendable, Equatable {
    /// The module's name.
    public let name: String
    /// The module's version.
    public let version: String
    /// The address of the library: an `https` URL, or an `http` URL if the user allows it.
    public let url: String
    /// The library's SHA-256, 64 hexadecimal digits in lower case.
    public let sha256: String

    /// Describes an offer that was read before.
    @_spi(Host) public init(name: String, version: String, url: String, sha256: String) {
        (self.name, self.version, self.url, self.sha256) = (name, version, url, sha256)
    }
}

extension ModuleOffer: Codable {
    /// Decodes `{"name":…,"version":…,"url":…,"sha256":…}`.
    /// - Throws: `DecodingError` that names the invalid field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = { (key: CodingKeys, expected: String, isValid: (String) -> Bool) throws in
            let found = try container.decode(String.self, forKey: key)
            guard isValid(found) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "expected \(expected), found \(found)")
            }
            return found
        }
        name = try text(.name, "a module's name") { $0.wholeMatch(of: #/[A-Za-z][A-Za-z0-9_]{0,63}/#) != nil }
        version = try text(.version, "a version such as 1.2.0") {
            $0.wholeMatch(of: #/[0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}/#) != nil
        }
        url = try text(.url, "an https or http URL") { RouteURL($0).host != nil }
        sha256 = try text(.sha256, "64 hexadecimal digits in lower case") {
            $0.wholeMatch(of: #/[0-9a-f]{64}/#) != nil
        }
    }
}

/// The reason why an offered module does not run; each reason is a sentence that says what to do.
@_spi(Host) public enum ModuleOfferError: Error, Sendable, Equatable, Codable, CustomStringConvertible {
    /// The offered file could not be fetched.
    case notFetched(reason: String)
    /// The file differs from the offer, or may not be loaded; the host installed no module.
    case refused(reason: String)
    /// The module is installed, and did not start.
    case notStarted(reason: String)
    /// The caller cancelled the request.
    case cancelled

    /// The reason.
    public var description: String {
        switch self {
        case .notFetched(let reason), .refused(let reason), .notStarted(let reason): reason
        case .cancelled: "it was given up; ask again"
        }
    }
}

/// A type that installs and starts the plugins that resolvers offer, if the user allows that.
@_spi(Host) public protocol ModuleInstaller: Sendable {
    /// Installs and starts an offered module, so that its routes answer.
    ///
    /// Many tasks may call it for one offer at once, and for a module that runs already. Cancelling the caller's task
    /// abandons unfinished work and leaves nothing behind.
    /// - Throws: `ModuleOfferError` if the module does not run.
    func install(_ offer: ModuleOffer) async throws(ModuleOfferError)
}
