/// The version of the format of a file beside the store; a minor one adds fields, a major one may remove them.
enum FormatVersion {
    static let current = "1.0"

    /// Makes sure that a file of that version can be read.
    static func check(_ version: String) throws(ModuleLockError) {
        guard version.split(separator: ".").first == current.split(separator: ".").first else {
            throw .otherFormat(version)
        }
    }
}
