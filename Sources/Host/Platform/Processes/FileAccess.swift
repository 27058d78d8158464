import Glibc

/// The files to which a process can restrict itself (Landlock; `landlock(7)`).
///
/// Landlock also forbids the process to trace outside processes or read their memory. From version 6 on, Landlock also
/// forbids signals to outside processes and connections to their abstract sockets. `SystemCallFilter` forbids other
/// actions.
package struct FileAccess {
    /// Files that may be read, and folders that may be read with all their content; absent ones are ignored.
    package var readable: [String] = []
    /// Devices that may be read and written; absent ones are ignored.
    package var devices: [String] = []
    /// Folders in which files may be read, written, created and removed; a link at the end of a path is not followed.
    package var writable: [String] = []

    package init() {}

    /// The version of the system's Landlock, or the error of the system call if Landlock is not available.
    private static let support = {
        let version = call(createRuleset, 0, 0, 1)
        return version > 0 ? (version: version, error: 0) : (version: 0, error: errno)
    }()

    /// The version of the system's Landlock; 0 for a system without it.
    package static var version: Int { support.version }

    /// The reason why this system cannot confine a process, as text for the user; `nil` if it can.
    package static var absence: String? {
        if version > 0 { return nil }
        return switch support.error {
        case EOPNOTSUPP: "Landlock is disabled at the start of this system (`lsm=`)"
        case EPERM: "this container forbids Landlock"
        default: "this system has no Landlock (Linux 5.13 or later)"
        }
    }

    /// Confines this thread and the threads that start later; call it before the process has a second thread.
    ///
    /// The process must have given up new privileges (`PR_SET_NO_NEW_PRIVS`). Has no effect without Landlock.
    package func confine() throws(FileError) {
        guard Self.version > 0 else { return }
        let handled = Rights.known(to: Self.version)
        let attributes: [UInt64] = [handled.rawValue, 0, Self.version >= 6 ? Self.signalsAndSockets : 0]
        // The size of the structure depends on the version of the system's Landlock.
        let size = (Self.version < 4 ? 1 : Self.version < 6 ? 2 : 3) * MemoryLayout<UInt64>.size
        let number = attributes.withUnsafeBytes { Self.call(Self.createRuleset, Self.word($0.baseAddress), size, 0) }
        let ruleset = try Descriptor(owning: CInt(truncatingIfNeeded: number))
        for path in readable { try Self.allow(.reading, path, handled, ruleset) }
        for path in devices { try Self.allow(.device, path, handled, ruleset) }
        for path in writable { try Self.allow(.writing, path, handled, ruleset, O_NOFOLLOW) }
        let restricted = Self.call(Self.restrictSelf, Int(ruleset.number), 0, 0)
        try Descriptor.check(CInt(truncatingIfNeeded: restricted))
    }

    private static func allow(
        _ rights: Rights, _ path: String, _ handled: Rights, _ ruleset: borrowing Descriptor, _ flags: CInt = 0
    ) throws(FileError) {
        let place: Descriptor
        do throws(FileError) {
            place = try Descriptor(opening: path, Descriptor.placeOnly | flags)
        } catch {
            guard [ENOENT, ENOTDIR, EACCES, ELOOP].map(FileError.system).contains(error) else { throw error }
            return
        }
        let isFolder = try place.status().kind == .directory
        let allowed = rights.intersection(isFolder ? handled : handled.intersection(.ofFiles))
        // The system's structure has no padding: 8 bytes for the rights, 4 for the descriptor.
        var rule = withUnsafeBytes(of: allowed.rawValue) { Array($0) }
        rule += withUnsafeBytes(of: place.number) { Array($0) }
        let pathBeneath = 1
        let result = rule.withUnsafeBytes {
            call(addRule, Int(ruleset.number), pathBeneath, word($0.baseAddress))
        }
        try Descriptor.check(CInt(truncatingIfNeeded: result))
    }

    /// Abstract sockets (bit 0) and signals (bit 1).
    private static let signalsAndSockets: UInt64 = 3

    /// The numbers of the system calls, which all architectures share.
    private static let (createRuleset, addRule, restrictSelf) = (444, 445, 446)

    private static func word(_ address: UnsafeRawPointer?) -> Int { Int(bitPattern: address) }

    /// Makes a system call for which the C library has no function; `syscall` has variable arguments, which Swift
    /// cannot import, and reads them as words.
    private static func call(_ number: Int, _ first: Int, _ second: Int, _ third: Int, _ fourth: Int = 0) -> Int {
        let function: (@convention(c) (Int, Int, Int, Int, Int) -> Int)? = DynamicLibrary.systemFunction("syscall")
        return function?(number, first, second, third, fourth) ?? -1
    }
}

extension FileAccess {
    /// The files that every program reads: the system's programs, libraries and configuration, and its information
    /// about the machine and about processes.
    ///
    /// All of `/proc` is needed: libdispatch ends the process if it cannot read `/proc/TID/stat` of one of its threads.
    /// The folder of a thread that starts later does not exist yet, so no rule can contain its path. Landlock itself
    /// refuses access to the memory, environment and files of other processes.
    package static let system = [
        "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/etc", nameServers, "/proc",
        "/sys/devices/system/cpu",
    ]

    /// The file with the name servers, or its folder if the file is below `/run`: programs replace the file there, and
    /// a rule for the old file would not apply to the new file.
    private static var nameServers: String {
        let file = Path.canonical("/etc/resolv.conf")
        let folder = Path.folder(of: file)
        return folder.hasPrefix("/run/") ? folder : file
    }

    /// Devices that store nothing. `/dev/zero` is left out, because its mappings could be memory without a limit.
    package static let harmlessDevices = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"]
}

/// The rights on a file (`linux/landlock.h`, whose constants need a newer header than some systems have).
private struct Rights: OptionSet {
    let rawValue: UInt64

    static let run = Rights(rawValue: 1 << 0)
    static let write = Rights(rawValue: 1 << 1)
    static let read = Rights(rawValue: 1 << 2)
    static let list = Rights(rawValue: 1 << 3)
    /// Removing folders and files, and creating files of all kinds except devices.
    static let change = Rights([4, 5, 7, 8, 9, 10, 12].map { Rights(rawValue: 1 << $0) })
    static let makeDevices = Rights(rawValue: 1 << 6 | 1 << 11)
    /// Moving a file to another folder, from version 2 on. Earlier versions always refuse it.
    static let move = Rights(rawValue: 1 << 13)
    /// Shortening a file, from version 3 on.
    static let truncate = Rights(rawValue: 1 << 14)
    /// Commands to devices, from version 5 on.
    static let command = Rights(rawValue: 1 << 15)

    static let reading: Rights = [.read, .list]
    static let device: Rights = [.read, .write, .truncate, .command]
    static let writing: Rights = [.read, .list, .write, .change, .move, .truncate]
    /// The rights that a rule for a file may contain.
    static let ofFiles: Rights = [.run, .read, .write, .truncate, .command]

    /// The rights that a version of the system's Landlock controls.
    static func known(to version: Int) -> Rights {
        var rights: Rights = [.run, .write, .read, .list, .change, .makeDevices]
        if version >= 2 { rights.insert(.move) }
        if version >= 3 { rights.insert(.truncate) }
        if version >= 5 { rights.insert(.command) }
        return rights
    }
}
