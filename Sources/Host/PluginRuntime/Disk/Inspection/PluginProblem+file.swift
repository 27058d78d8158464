import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The problems that make a host refuse a plugin's file before its code runs.
extension PluginProblem {
    private static let installRemedy = "install the .so file that `swift build` made"
    private static let buildRemedy = "copy it again, or build it again"

    /// The file cannot be read, or is not read because other users could have written it.
    static func unread(_ path: String, _ error: FileError) -> PluginProblem {
        switch error {
        case .system(let code): PluginProblem(file: path, [unreadable(code, "\(error)")])
        case .notRegular(let kind): PluginProblem(file: path, [notRegular(kind)])
        case .empty: PluginProblem(code: .empty, file: path, [content("an empty file", remedy: buildRemedy)])
        case .exposed(let violations): PluginProblem(code: .exposed, file: path, violations.map(Part.init))
        case .tooLarge(let bytes, let limit):
            PluginProblem(
                file: path, [content("\(bytes) bytes", "at most \(limit)", remedy: "replace it with a smaller file")])
        }
    }

    /// Returns the result of reading a plugin's file. Throws a file error as a problem of the plugin.
    static func reading<Value: ~Copyable>(
        _ path: String, _ value: @autoclosure () throws(FileError) -> Value
    ) throws(PluginProblem) -> Value {
        do {
            return try value()
        } catch {
            throw .unread(path, error)
        }
    }

    /// The file does not begin like an ELF file. `beginning` has its first bytes.
    static func notELF(_ path: String, beginning: [UInt8]) -> PluginProblem {
        PluginProblem(
            file: path, [content("a file that begins with \(show(beginning))", remedy: installRemedy)])
    }

    /// The file begins like an ELF file, but the rest is inconsistent.
    static func damaged(_ path: String, _ error: ELFError) -> PluginProblem {
        PluginProblem(file: path, [content(error.found, error.expected, remedy: buildRemedy)])
    }

    /// The file does not export a module for any version of the contract. `others` are the file's other problems.
    static func noEntryPoint(_ path: String, contract: UInt32, others: [Part]) -> PluginProblem {
        let symbol = EntryPoint(contract: contract, module: "<Name>").symbol
        let part = Part(
            .entryPoint, found: "no entry point", expected: "a function \(symbol)",
            remedy: "export a module from it with `@c(\(symbol))`")
        return PluginProblem(code: .noEntryPoint, file: path, [part] + others)
    }

    /// The content of a copy in the store does not have the hash that its address states.
    static func changed(_ path: String, found: ContentHash, expected: ContentHash) -> PluginProblem {
        stored(path, found: "SHA-256 \(found)", expected: "\(expected)")
    }

    /// A copy is missing in the store.
    static func missing(_ path: String, _ error: FileError, expected: ContentHash) -> PluginProblem {
        stored(path, found: "nothing at \(path) (\(error))", expected: "SHA-256 \(expected)")
    }

    private static func stored(_ path: String, found: String, expected: String) -> PluginProblem {
        PluginProblem(file: path, [content(found, expected, remedy: "install its module again")])
    }

    private static func unreadable(_ code: CInt, _ reason: String) -> Part {
        switch code {
        case ENOENT, ENOTDIR:
            Part(.file, found: "no such file", expected: "a shared library", remedy: "name a file that exists")
        case EMFILE, ENFILE:
            Part(
                .file, found: "too many open files", expected: "room for one more",
                remedy: FileError.openFilesRemedy)
        default:
            Part(
                .access, found: "an unreadable file (\(reason))", expected: "a readable file",
                remedy: "name a file that you may read")
        }
    }

    private static func notRegular(_ kind: FileKind) -> Part {
        let isLink = kind == .symbolicLink
        return Part(
            .kind, found: kind.rawValue,
            expected: isLink ? "a regular file, for links are not followed" : "a regular file",
            remedy: isLink ? "install the file that it points to" : installRemedy)
    }

    private static func content(_ found: String, _ expected: String = "a shared library", remedy: String) -> Part {
        Part(.content, found: found, expected: expected, remedy: remedy)
    }

    /// Returns bytes as text if they are printable, otherwise in hexadecimal.
    private static func show(_ bytes: [UInt8]) -> String {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        if !line.isEmpty, line.allSatisfy({ (0x20...0x7E).contains($0) }) {
            return "\"\(String(decoding: line, as: UTF8.self))\""
        }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }
}

extension PluginProblem.Part {
    init(_ violation: FileRuleViolation) {
        self.init(.access, found: violation.found, expected: violation.expected, remedy: violation.remedy)
    }
}
