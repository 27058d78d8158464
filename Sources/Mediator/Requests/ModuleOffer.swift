/// A plugin that a resolver offers for a URL that no module answers yet.
///
/// The installer verifies the hash of the file before it installs the file.
public struct ModuleOffer: Sendable, Equatable {
    /// The module's name.
    public let name: String
    /// The module's version.
    public let version: String
    /// The address of the library: an `https` URL, or an `http` URL if the user allows it.
    public let url: String
    /// The library's SHA-256, 64 hexadecimal digits in lower case.
    public let sha256: String

    /// Creates an offer that was validated before.
    @_spi(Host) public init(name: String, version: String, url: String, sha256: String) {
        (self.name, self.version, self.url, self.sha256) = (name, version, url, sha256)
    }
}

extension ModuleOffer: Codable {
    /// Decodes `{"name":…,"version":…,"url":…,"sha256":…}`.
    /// - Throws: `DecodingError`, which names the invalid field.
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

/// The reason why an offered module does not run; each reason is a sentence with the remedy.
@_spi(Host) public enum ModuleOfferError: Error, Sendable, Equatable, Codable, CustomStringConvertible {
    /// The offered file could not be fetched.
    case notFetched(reason: String)
    /// The file differs from the offer, or must not be loaded; no module was installed.
    case refused(reason: String)
    /// The module is installed, but did not start.
    case notStarted(reason: String)
    /// The caller cancelled the request.
    case cancelled

    /// The reason.
    public var description: String {
        switch self {
        case .notFetched(let reason), .refused(let reason), .notStarted(let reason): reason
        case .cancelled: "its installation was cancelled; ask again"
        }
    }
}

/// An installer of plugins that resolvers offer, if the user allows installations.
@_spi(Host) public protocol ModuleInstaller: Sendable {
    /// Installs and starts an offered module, so that its routes answer.
    ///
    /// Several tasks may install the same offer concurrently, even if the module already runs. If the caller's task is
    /// cancelled, unfinished work is abandoned without leftovers.
    /// - Throws: `ModuleOfferError` if the module does not run.
    func install(_ offer: ModuleOffer) async throws(ModuleOfferError)
}
