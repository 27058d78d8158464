import ModuleKit

/// A table as it is written: `{"format_version":"1.0","answers":[{"pattern":…,"answer":…}]}`.
///
/// An answer is what an HTTP service would send. Fields that are not known are passed over.
struct LookupTableDocument: Decodable {
    /// A pattern and what is answered for it.
    struct Entry: Decodable {
        let pattern: String
        let answer: Resolution
    }

    private enum CodingKeys: String, CodingKey {
        case formatVersion = "format_version"
        case answers
    }

    /// The version that this host writes and reads; a later minor version only adds fields.
    static let currentVersion = "1.0"

    let formatVersion: String
    let answers: [Entry]

    /// Reads a document; the file's name is for the error.
    init(json: [UInt8], file: String) throws(LookupError) {
        do {
            self = try Payload(json: json).decode()
        } catch {
            throw .invalidTable(file: file, reason: error.reason)
        }
        guard formatVersion.hasPrefix("1.") else { throw .unknownFormat(file: file, found: formatVersion) }
    }
}

extension PayloadError {
    /// The part of the error that is about the text itself.
    fileprivate var reason: String {
        switch self {
        case .invalidJSON(let reason), .notEncodable(_, let reason), .mismatch(_, _, let reason): reason
        @unknown default: String(describing: self)
        }
    }
}
