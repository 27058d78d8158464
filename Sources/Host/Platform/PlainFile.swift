import Glibc

/// The reading of plain files, and of no other kind, as bytes.
package enum PlainFile {
    /// The largest file that is read, in bytes.
    package static let maximumSize = 1 << 30

    /// Returns the whole content; opening neither follows a link in the last part nor waits for another process.
    package static func bytes(at path: String, followingLinks: Bool = false) throws(PlainFileError) -> [UInt8] {
        let file = try open(path, path: path, followingLinks: followingLinks)
        return try bytes(of: file, path: path, size: status(of: file, path: path).size)
    }

    /// Opens a file by its path, or by its name in an open folder.
    static func open(
        _ name: String, in folder: CInt = AT_FDCWD, path: String, followingLinks: Bool = false
    ) throws(PlainFileError) -> Descriptor {
        do {
            return try Descriptor(opening: name, in: folder, O_RDONLY | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW))
        } catch {
            throw refusal(ofOpening: name, in: folder, path: path, code: error.code)
        }
    }

    /// Returns the system's status of an open file, which must be a plain one of a readable size.
    static func status(of file: borrowing Descriptor, path: String) throws(PlainFileError) -> FileStatus {
        let status: FileStatus
        do {
            status = try file.status()
        } catch {
            throw .unreadable(path, code: error.code)
        }
        guard status.kind == .regular else { throw .notRegular(path, status.kind) }
        guard status.size > 0 else { throw .empty(path) }
        guard status.size <= maximumSize else { throw .tooLarge(path, bytes: status.size) }
        return status
    }

    /// Returns the content of an open file; it ends early if the file has become shorter, which shows as damage.
    static func bytes(of file: borrowing Descriptor, path: String, size: Int) throws(PlainFileError) -> [UInt8] {
        let descriptor = file.number
        var failure: CInt?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count..<size])
                let length = read(descriptor, rest.baseAddress, rest.count)
                if length < 0, errno == EINTR { continue }
                if length < 0 { failure = errno }
                guard length > 0 else { return }
                count += length
            }
        }
        if let failure { throw .unreadable(path, code: failure) }
        return bytes
    }

    /// Returns the error of a link or a socket, which cannot be opened and for which the system has no clear code.
    private static func refusal(
        ofOpening name: String, in folder: CInt, path: String, code: CInt
    ) -> PlainFileError {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .unreadable(path, code: code) }
        let kind = FileKind(mode: status.st_mode)
        return kind == .regular ? .unreadable(path, code: code) : .notRegular(path, kind)
    }
}

/// The reason why a file is not read.
package enum PlainFileError: Error, Sendable, Equatable {
    /// It cannot be opened or read; the code is the system's `errno`.
    case unreadable(String, code: CInt)
    /// It is not a plain file.
    case notRegular(String, FileKind)
    case empty(String)
    /// Other users could have written it or a folder above it.
    case exposed(String, [FileRuleViolation])
    case tooLarge(String, bytes: Int, limit: Int = PlainFile.maximumSize)
}

extension PlainFileError: CustomStringConvertible {
    /// The file's path.
    package var path: String {
        switch self {
        case .unreadable(let path, _), .notRegular(let path, _), .empty(let path), .exposed(let path, _),
            .tooLarge(let path, _, _):
            path
        }
    }

    /// The fault of the file, in a few words.
    package var words: String {
        switch self {
        case .unreadable(_, let code): "\(FileError(code: code))"
        case .notRegular(_, let kind): "it is no file, but \(kind.rawValue)"
        case .empty: "it is empty"
        case .tooLarge(_, _, let limit): "it is longer than \(limit) bytes"
        case .exposed(_, let violations):
            violations.map { "\($0.found); \($0.remedy)" }.joined(separator: "; ")
        }
    }

    package var description: String { "\(path): \(words)" }
}
