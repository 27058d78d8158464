import Glibc

extension PluginFileError {
    /// What was found, what was expected and what to do, for every kind of refusal.
    var mismatches: [Mismatch] {
        switch self {
        case .unreadable(_, let code): [unreadable(code)]
        case .notRegular(_, let kind): [notRegular(kind)]
        case .empty: [content("an empty file", remedy: "copy it again, or build it again")]
        case .exposed(_, let violations):
            violations.map { Mismatch(.access, found: $0.found, expected: $0.expected, remedy: $0.remedy) }
        case .tooLarge(_, let bytes):
            [content("\(bytes) bytes", "at most \(PluginFile.maximumSize)", remedy: "install a smaller library")]
        case .notELF(_, let beginning):
            [content("a file that begins with \(Self.show(beginning))", remedy: Self.installRemedy)]
        case .damaged(_, let error): [content(error.found, error.expected, remedy: "copy it again, or build it again")]
        case .noEntryPoint(_, let contract, let others): [noEntryPoint(contract)] + others
        case .mismatches(_, let mismatches): mismatches
        }
    }

    private static let installRemedy = "install the .so file that `swift build` made"

    private func unreadable(_ code: CInt) -> Mismatch {
        Mismatch(
            .access, found: "that it cannot be read (\(String(cString: strerror(code))))", expected: "a readable file",
            remedy: "name a file that exists and that you may read")
    }

    private func notRegular(_ kind: FileKind) -> Mismatch {
        let isLink = kind == .symbolicLink
        return Mismatch(
            .kind, found: kind.rawValue,
            expected: isLink ? "a regular file, for links are not followed" : "a regular file",
            remedy: isLink ? "install the file that it points to" : Self.installRemedy)
    }

    private func content(_ found: String, _ expected: String = "a shared library", remedy: String) -> Mismatch {
        Mismatch(.content, found: found, expected: expected, remedy: remedy)
    }

    private func noEntryPoint(_ contract: UInt32) -> Mismatch {
        let symbol = EntryPoint(contract: contract, module: "<Name>").symbol
        return Mismatch(
            .entryPoint, found: "no entry point", expected: "a function \(symbol)",
            remedy: "export a module from it with `@c(\(symbol))`")
    }

    /// Text as text, anything else in hexadecimal.
    private static func show(_ bytes: [UInt8]) -> String {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        if !line.isEmpty, line.allSatisfy({ (0x20...0x7E).contains($0) }) {
            return "\"\(String(decoding: line, as: UTF8.self))\""
        }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }
}
