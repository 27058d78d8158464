/// Why a plugin's file was refused before any of its code ran.
enum PluginFileError: Error, Sendable, Equatable {
    /// It cannot be opened or read; the code is the system's `errno`.
    case unreadable(String, code: CInt)
    /// It is no plain file.
    case notRegular(String, FileKind)
    case empty(String)
    /// Somebody else could have written it, or what stands in a folder above it.
    case exposed(String, [FileRuleViolation])
    case tooLarge(String, bytes: Int)
    /// It does not begin like an ELF file; these are its first bytes.
    case notELF(String, beginning: [UInt8])
    /// It begins like an ELF file, and what follows does not hold together.
    case damaged(String, ELFError)
    /// It exports no module, of whatever contract; what else is wrong with it is known too.
    case noEntryPoint(String, contract: UInt32, others: [Mismatch])
    /// It is a plugin that this host cannot load, for each of these reasons.
    case mismatches(String, [Mismatch])
}
