import Glibc

/// Forbids system calls that act on other processes and their files, that start a process, and that take memory which
/// does not count towards a limit (seccomp; `seccomp(2)`).
///
/// A forbidden call fails with EPERM. The filter completes `FileAccess` (Landlock), which does not control limits and
/// priorities of other processes; permissions, owners, times and attributes of files; memory and queues that processes
/// share by a key or name; and sockets with a name in the file system, through which a module could use other programs
/// of the user. Starting a process is forbidden because the new process would have the full limits again.
package struct SystemCallFilter {
    /// The condition under which a call is forbidden.
    private enum Rule {
        /// Forbids the call with any arguments. With an `error` of 0, the call reports success but does nothing.
        case always(UInt32, error: CInt = EPERM)
        /// Forbids the call unless the given bits of the argument have one of the values.
        case except(UInt32, argument: UInt32, bits: UInt32 = .max, [UInt32])
        /// Forbids the call if the argument has one of the values.
        case only(UInt32, argument: UInt32, [UInt32])
        /// Forbids the call if the argument is an address other than null.
        case exceptNull(UInt32, argument: UInt32)
    }

    /// One instruction of the filter (`struct sock_filter`).
    private struct Instruction {
        var code: UInt16
        var ifTrue: UInt8 = 0
        var ifFalse: UInt8 = 0
        var value: UInt32

        /// Loads a word of the call's description (`struct seccomp_data`): `BPF_LD | BPF_W | BPF_ABS`.
        static func load(_ offset: UInt32) -> Self { Self(code: 0x20, value: offset) }

        /// Jumps forward by `ifTrue` instructions if the loaded word has the value, and by `ifFalse` instructions
        /// otherwise: `BPF_JMP | BPF_JEQ | BPF_K`.
        static func isEqual(_ value: UInt32, skipping ifTrue: UInt8, otherwise ifFalse: UInt8) -> Self {
            Self(code: 0x15, ifTrue: ifTrue, ifFalse: ifFalse, value: value)
        }

        /// Keeps some bits of the loaded word: `BPF_ALU | BPF_AND | BPF_K`.
        static func keep(_ bits: UInt32) -> Self { Self(code: 0x54, value: bits) }

        /// `BPF_RET` with `SECCOMP_RET_ALLOW`, or with `SECCOMP_RET_ERRNO` and the error.
        static let allow = Self(code: 0x06, value: 0x7FFF_0000)
        static let forbid = fail(EPERM)
        static func fail(_ error: CInt) -> Self { Self(code: 0x06, value: 0x0005_0000 | UInt32(error)) }
    }

    /// A program as the system reads it (`struct sock_fprog`).
    private struct Program {
        let count: UInt16
        let instructions: UnsafePointer<Instruction>?
    }

    private let instructions: [Instruction]

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - hasNetwork: whether the process may create Internet sockets. Sockets of other families are always forbidden.
    ///   - hasFiles: whether the process has files that it may change. If so, calls that change permissions and owners
    ///     of open files succeed without effect.
    package init(hasNetwork: Bool, hasFiles: Bool) {
        var instructions: [Instruction] = [.load(Self.architectureOffset)]
        // Calls with the numbers of another architecture would evade the rules.
        instructions += [.isEqual(Self.architecture, skipping: 1, otherwise: 0), .forbid, .load(0)]
        #if arch(x86_64)
            // Calls with 32-bit pointers would also evade the rules. Their numbers begin here: `BPF_JMP | BPF_JGE |
            // BPF_K`.
            instructions += [Instruction(code: 0x35, ifTrue: 0, ifFalse: 1, value: 0x4000_0000), .forbid]
        #endif
        for rule in Self.rules(hasNetwork: hasNetwork, hasFiles: hasFiles) {
            instructions += Self.instructions(for: rule)
        }
        self.instructions = instructions + [.allow]
    }

    /// The reason why this system cannot filter calls, as text for the user; `nil` if it can.
    package static var absence: String? {
        let getFilter: CInt = 21  // PR_GET_SECCOMP
        return ProcessControl.call(getFilter) < 0 ? "this system has no seccomp" : nil
    }

    /// Applies the filter to this thread and threads that start later; call it before the process has a second thread.
    ///
    /// The process must have given up new privileges (`PR_SET_NO_NEW_PRIVS`). Has no effect without seccomp.
    package func apply() throws(FileError) {
        if Self.absence != nil { return }
        let (setFilter, withProgram): (CInt, UInt) = (22, 2)  // PR_SET_SECCOMP, SECCOMP_MODE_FILTER
        let result = instructions.withUnsafeBufferPointer { buffer in
            withUnsafePointer(to: Program(count: UInt16(buffer.count), instructions: buffer.baseAddress)) {
                ProcessControl.call(setFilter, withProgram, UInt(bitPattern: $0))
            }
        }
        try Descriptor.check(result)
    }

    private static func instructions(for rule: Rule) -> [Instruction] {
        switch rule {
        case .always(let call, let error): [.isEqual(call, skipping: 0, otherwise: 1), .fail(error)]
        case .except(let call, let argument, let bits, let values):
            test(call, argument, bits, values, .allow, otherwise: .forbid)
        case .only(let call, let argument, let values):
            test(call, argument, .max, values, .forbid, otherwise: .allow)
        case .exceptNull(let call, let argument):
            [
                .isEqual(call, skipping: 0, otherwise: 6), .load(16 + 8 * argument),
                .isEqual(0, skipping: 0, otherwise: 2), .load(20 + 8 * argument),
                .isEqual(0, skipping: 1, otherwise: 0), .forbid, .allow,
            ]
        }
    }

    /// Compares bits of the low word of an argument; the system itself reads only this word of these arguments.
    private static func test(
        _ call: UInt32, _ argument: UInt32, _ bits: UInt32, _ values: [UInt32], _ result: Instruction,
        otherwise: Instruction
    ) -> [Instruction] {
        let tests = values.flatMap { [Instruction.isEqual($0, skipping: 0, otherwise: 1), result] }
        let body = [.load(16 + 8 * argument), .keep(bits)] + tests + [otherwise]
        return [.isEqual(call, skipping: 0, otherwise: UInt8(body.count))] + body
    }

    private static let architectureOffset: UInt32 = 4
}

extension SystemCallFilter {
    private static func rules(hasNetwork: Bool, hasFiles: Bool) -> [Rule] {
        var rules = Number.always.map { Rule.always($0) }
        if hasFiles {
            // A program that copies a file sets the permissions and the owner, so these calls must not fail. The calls
            // must not have an effect either: the file may belong to the user and may have been opened by the host,
            // which the filter cannot see.
            rules += [Number.fchmod, Number.fchown].map { .always($0, error: 0) }
            // The times of an open file may be set: the path in that call is null.
            rules.append(.exceptNull(Number.utimensat, argument: 1))
        } else {
            rules += [Number.fchmod, Number.fchown, Number.utimensat].map { .always($0) }
        }
        rules += Number.ofOwnProcess.map { Rule.except($0, argument: 0, [0]) }
        let parentDeathSignal: UInt32 = 1  // PR_SET_PDEATHSIG
        rules.append(.only(Number.prctl, argument: 0, [parentDeathSignal]))
        let families = hasNetwork ? [AF_INET, AF_INET6].map { UInt32($0) } : []
        rules.append(.except(Number.socket, argument: 0, families))
        // A socket without a connection could send to any address; the mask removes the flags from the type.
        let connected = [SOCK_STREAM, SOCK_SEQPACKET].map(\.rawValue)
        rules.append(.except(Number.socketpair, argument: 1, bits: 0xF, connected))
        rules += ofProcesses
        // MAP_SHARED with MAP_ANONYMOUS, and MAP_GROWSDOWN, are forbidden: no limit counts such memory.
        rules.append(.except(Number.mmap, argument: 3, bits: 0x121, [0, 0x01, 0x20]))
        return rules + olderKernelRules
    }

    /// The rules that forbid starting a process: `clone` must have the flag CLONE_THREAD, which starts a thread. The
    /// filter cannot see the flags of `clone3`, so that call fails as if the system lacked it, and the C library calls
    /// `clone` instead.
    private static var ofProcesses: [Rule] {
        let thread: UInt32 = 0x0001_0000
        return Number.processes.map { .always($0) }
            + [.except(Number.clone, argument: 0, bits: thread, [thread]), .always(Number.clone3, error: ENOSYS)]
    }

    /// The rules that later versions of Landlock make unnecessary.
    private static var olderKernelRules: [Rule] {
        var rules: [Rule] = []
        if (1..<3).contains(FileAccess.version) { rules.append(.always(Number.truncate)) }
        guard FileAccess.version < 6 else { return rules }
        rules += Number.otherSignals.map { .always($0) }
        rules += Number.signals.map { Rule.except($0, argument: 0, [0, UInt32(bitPattern: getpid())]) }
        // Calls that set which process gets which signal when a file becomes readable: F_SETOWN, F_SETSIG, F_SETOWN_EX;
        // FIOSETOWN, SIOCSPGRP.
        rules.append(.only(Number.fcntl, argument: 1, [8, 10, 15]))
        rules.append(.only(Number.ioctl, argument: 1, [0x8901, 0x8902]))
        return rules
    }

    #if arch(x86_64)
        private static let architecture: UInt32 = 0xC000_003E

        private enum Number {
            static let always: [UInt32] = [
                90, 268, 452,  // chmod, fchmodat, fchmodat2
                92, 94, 260,  // chown, lchown, fchownat
                188, 189, 190, 197, 198, 199, 463, 466, 469,  // setting and removing attributes
                132, 235, 261,  // utime, utimes, futimesat
                141, 251,  // setpriority, ioprio_set
                29, 30, 31, 64, 65, 66, 220,  // shared memory, semaphores
                68, 69, 70, 71, 240, 241,  // queues
                248, 249, 250,  // keys
                425, 256,  // io_uring_setup, migrate_pages
                319, 447,  // memfd_create, memfd_secret
                321, 298, 323, 300,  // bpf, perf_event_open, userfaultfd, fanotify_init
                272, 308,  // unshare, setns
                101, 310, 311, 438, 312,  // ptrace, process_vm_readv, process_vm_writev, pidfd_getfd, kcmp
                253, 254, 294, 206,  // inotify_init, inotify_add_watch, inotify_init1, io_setup
            ]
            /// fork, vfork, execve, execveat, setsid, setpgid.
            static let processes: [UInt32] = [57, 58, 59, 322, 112, 109]
            static let (clone, clone3, mmap): (UInt32, UInt32, UInt32) = (56, 435, 9)
            /// prlimit64, sched_setparam, sched_setscheduler, sched_setaffinity, sched_setattr.
            static let ofOwnProcess: [UInt32] = [302, 142, 144, 203, 314]
            /// kill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo.
            static let signals: [UInt32] = [62, 234, 129, 297]
            /// tkill, pidfd_send_signal.
            static let otherSignals: [UInt32] = [200, 424]
            static let (socket, socketpair, truncate): (UInt32, UInt32, UInt32) = (41, 53, 76)
            static let (prctl, fcntl, ioctl): (UInt32, UInt32, UInt32) = (157, 72, 16)
            static let (fchmod, fchown, utimensat): (UInt32, UInt32, UInt32) = (91, 93, 280)
        }
    #elseif arch(arm64)
        private static let architecture: UInt32 = 0xC000_00B7

        private enum Number {
            static let always: [UInt32] = [
                53, 452,  // fchmodat, fchmodat2
                54,  // fchownat
                5, 6, 7, 14, 15, 16, 463, 466, 469,  // setting and removing attributes
                140, 30,  // setpriority, ioprio_set
                194, 195, 196, 190, 191, 192, 193,  // shared memory, semaphores
                186, 187, 188, 189, 180, 181,  // queues
                217, 218, 219,  // keys
                425, 238,  // io_uring_setup, migrate_pages
                279, 447,  // memfd_create, memfd_secret
                280, 241, 282, 262,  // bpf, perf_event_open, userfaultfd, fanotify_init
                97, 268,  // unshare, setns
                117, 270, 271, 438, 272,  // ptrace, process_vm_readv, process_vm_writev, pidfd_getfd, kcmp
                26, 27, 0,  // inotify_init1, inotify_add_watch, io_setup
            ]
            /// execve, execveat, setsid, setpgid.
            static let processes: [UInt32] = [221, 281, 157, 154]
            static let (clone, clone3, mmap): (UInt32, UInt32, UInt32) = (220, 435, 222)
            /// prlimit64, sched_setparam, sched_setscheduler, sched_setaffinity, sched_setattr.
            static let ofOwnProcess: [UInt32] = [261, 118, 119, 122, 274]
            /// kill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo.
            static let signals: [UInt32] = [129, 131, 138, 240]
            /// tkill, pidfd_send_signal.
            static let otherSignals: [UInt32] = [130, 424]
            static let (socket, socketpair, truncate): (UInt32, UInt32, UInt32) = (198, 199, 45)
            static let (prctl, fcntl, ioctl): (UInt32, UInt32, UInt32) = (167, 25, 29)
            static let (fchmod, fchown, utimensat): (UInt32, UInt32, UInt32) = (52, 55, 88)
        }
    #endif
}
