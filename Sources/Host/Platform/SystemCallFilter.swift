package import Glibc

/// Forbids a process, and all that it starts, system calls that act on what is not its own (seccomp; `seccomp(2)`).
///
/// A forbidden call fails with EPERM. The filter completes `FileAccess`: Landlock knows neither the limits and priorities of
/// other processes, nor permissions, owners and attributes of files, nor sockets with a name in the file system, through which
/// a module would have other programs of the user work for it.
package struct SystemCallFilter {
    /// A forbidden call.
    private struct Rule {
        let call: UInt32
        /// The argument that decides, from 0; `nil` if the call is always forbidden.
        var argument: UInt32?
        /// The values of the argument with which the call is forbidden; those with which it is allowed if `isAllowed`.
        var values: [CInt] = []
        var isAllowed = false
    }

    /// One instruction of the filter (`struct sock_filter`).
    private struct Instruction {
        var code: UInt16
        var ifTrue: UInt8 = 0
        var ifFalse: UInt8 = 0
        var value: UInt32

        /// Loads a word of the call's description.
        static func load(_ offset: UInt32) -> Self { Self(code: 0x20, value: offset) }

        /// Goes on behind so many instructions if the loaded word is a value, and behind others if not.
        static func isEqual(_ value: UInt32, skipping ifTrue: UInt8, otherwise ifFalse: UInt8) -> Self {
            Self(code: 0x15, ifTrue: ifTrue, ifFalse: ifFalse, value: value)
        }

        static let allow = Self(code: 0x06, value: 0x7FFF_0000)
        static let forbid = Self(code: 0x06, value: 0x0005_0000 | UInt32(EPERM))
    }

    /// A program as the system reads it (`struct sock_fprog`).
    private struct Program {
        let count: UInt16
        let instructions: UnsafePointer<Instruction>?
    }

    private let instructions: [Instruction]

    /// Creates a filter.
    ///
    /// - Parameter protected: the process that may get no signal, with its group.
    package init(protecting protected: pid_t) {
        var instructions: [Instruction] = [.load(Self.architectureOffset)]
        // Calls in the numbers of another architecture would pass the rules.
        instructions += [.isEqual(Self.architecture, skipping: 1, otherwise: 0), .forbid, .load(0)]
        #if arch(x86_64)
            instructions += [Instruction(code: 0x35, ifTrue: 0, ifFalse: 1, value: 0x4000_0000), .forbid]
        #endif
        for rule in Self.rules(protecting: protected) { instructions += Self.instructions(for: rule) }
        self.instructions = instructions + [.allow]
    }

    /// Why nothing is forbidden here, for people; `nil` where the system can filter.
    package static var absence: String? {
        let getFilter: CInt = 21  // PR_GET_SECCOMP
        return ProcessControl.call(getFilter) < 0 ? "this system has no seccomp" : nil
    }

    /// Applies the filter to this thread, and to those that begin after this; call it before there is a second one.
    ///
    /// The process has to have given up new privileges. On a system without seccomp this changes nothing.
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
        guard let argument = rule.argument else { return [.isEqual(rule.call, skipping: 0, otherwise: 1), .forbid] }
        // The low word of an argument; the system itself reads no more of these.
        var body: [Instruction] = [.load(16 + 8 * argument)]
        for value in rule.values {
            body += [.isEqual(UInt32(bitPattern: value), skipping: 0, otherwise: 1), rule.isAllowed ? .allow : .forbid]
        }
        body.append(rule.isAllowed ? .forbid : .allow)
        return [.isEqual(rule.call, skipping: 0, otherwise: UInt8(body.count))] + body
    }

    private static let architectureOffset: UInt32 = 4
}

/// The rules.
extension SystemCallFilter {
    private static func rules(protecting process: pid_t) -> [Rule] {
        let group = getpgid(process)
        let signalled = [process, -1] + (group > 1 ? [-group] : [])
        var rules = Number.always.map { Rule(call: $0) }
        rules += Number.ofOwnProcess.map { Rule(call: $0, argument: 0, values: [0], isAllowed: true) }
        rules += Number.ofOwnPriority.map { Rule(call: $0, argument: 1, values: [0], isAllowed: true) }
        rules += Number.signals.map { Rule(call: $0, argument: 0, values: signalled) }
        rules.append(Rule(call: Number.socket, argument: 0, values: [CInt(AF_UNIX)]))
        // Before this version, Landlock does not see it.
        if FileAccess.version < 3 { rules.append(Rule(call: Number.truncate)) }
        return rules
    }

    #if arch(x86_64)
        private static let architecture: UInt32 = 0xC000_003E

        private enum Number {
            /// chmod, fchmodat, fchmodat2, chown, lchown, fchownat, setxattr, lsetxattr, removexattr, lremovexattr, setxattrat,
            /// removexattrat; tkill, pidfd_send_signal; add_key, request_key, keyctl; io_uring_setup; migrate_pages.
            static let always: [UInt32] = [
                90, 268, 452, 92, 94, 260, 188, 189, 197, 198, 463, 466, 200, 424, 248, 249, 250, 425, 256,
            ]
            /// prlimit64, sched_setparam, sched_setscheduler, sched_setaffinity, sched_setattr.
            static let ofOwnProcess: [UInt32] = [302, 142, 144, 203, 314]
            /// setpriority, ioprio_set.
            static let ofOwnPriority: [UInt32] = [141, 251]
            /// kill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo.
            static let signals: [UInt32] = [62, 234, 129, 297]
            static let socket: UInt32 = 41
            static let truncate: UInt32 = 76
        }
    #elseif arch(arm64)
        private static let architecture: UInt32 = 0xC000_00B7

        private enum Number {
            /// fchmodat, fchmodat2, fchownat, setxattr, lsetxattr, removexattr, lremovexattr, setxattrat, removexattrat; tkill,
            /// pidfd_send_signal; add_key, request_key, keyctl; io_uring_setup; migrate_pages.
            static let always: [UInt32] = [53, 452, 54, 5, 6, 14, 15, 463, 466, 130, 424, 217, 218, 219, 425, 238]
            /// prlimit64, sched_setparam, sched_setscheduler, sched_setaffinity, sched_setattr.
            static let ofOwnProcess: [UInt32] = [261, 118, 119, 122, 274]
            /// setpriority, ioprio_set.
            static let ofOwnPriority: [UInt32] = [140, 30]
            /// kill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo.
            static let signals: [UInt32] = [129, 131, 138, 240]
            static let socket: UInt32 = 198
            static let truncate: UInt32 = 45
        }
    #endif
}

/// The C function `prctl`, whose variable arguments Swift cannot import; the system reads five words.
package enum ProcessControl {
    private typealias Function = @convention(c) (CInt, UInt, UInt, UInt, UInt) -> CInt

    private static let function = dlsym(nil, "prctl").map { unsafeBitCast($0, to: Function.self) }

    /// Calls it; the result is negative for an error, which `errno` has.
    @discardableResult
    package static func call(_ option: CInt, _ first: UInt = 0, _ second: UInt = 0) -> CInt {
        function.map { $0(option, first, second, 0, 0) } ?? -1
    }
}
