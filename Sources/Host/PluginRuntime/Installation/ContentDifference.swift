import Platform

/// A file in which a plugin differs from an installed one, with the hashes that `sha256sum` prints.
package struct ContentDifference: Sendable, Equatable, CustomStringConvertible {
    let file: String
    /// The hash of the new file; `nil` if the file is missing.
    let found: ContentHash?
    /// The hash of the installed file; `nil` if the installed plugin has no such file.
    let expected: ContentHash?

    package var description: String {
        switch (found, expected) {
        case (let found?, let expected?): "\(file) has SHA-256 \(found), expected \(expected)"
        case (let found?, nil): "\(file) with SHA-256 \(found) is new"
        case (nil, let expected): "\(file) is missing, expected SHA-256 \(expected.map { "\($0)" } ?? "")"
        }
    }
}
