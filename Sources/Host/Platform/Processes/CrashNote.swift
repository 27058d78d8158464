import Glibc
import Synchronization

/// The record of a crash in a file that outlives the process: the signal, the time, and the thread's call stack.
///
/// The handler of `CrashSignals` writes the record. It copies the stack's addresses with `pwrite`, which fails for a
/// bad address instead of crashing.
package struct CrashNote: Sendable, Equatable {
    /// The signal; 0 if the process did not end by a crash.
    package let signal: CInt
    /// The time of the crash, in seconds since 1970.
    package let time: Int
    /// The addresses of the call stack, innermost first; an absent address is 0. The first address is the instruction
    /// that crashed. The second address is the caller's, which is known only if the crash was a jump to an invalid
    /// address. Return addresses follow.
    package let addresses: [UInt]

    package static let size = 12_288

    // The layout of the mapped file, in bytes from its beginning. A frame holds the next frame's address and a return
    // address.
    private static let processPlace = 0
    private static let signalPlace = 4
    private static let timePlace = 8
    private static let addressPlace = 16
    private static let framePlace = 32
    private static let frameCount = 128
    /// The position of the sentence about the crash, which ends with a zero byte.
    private static let textPlace = 4_096

    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.size else { return nil }
        func word(_ place: Int) -> UInt {
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt.self) }
        }
        signal = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: Self.signalPlace, as: CInt.self) }
        // Signal numbers end at 64; bytes with another number are not a crash record.
        guard (0...64).contains(signal) else { return nil }
        time = Int(truncatingIfNeeded: word(Self.timePlace))
        let frames = (0..<Self.frameCount).map { word(Self.framePlace + $0 * 16 + 8) }
        addresses = [word(Self.addressPlace), word(Self.addressPlace + 8)] + frames
    }
}

extension CrashNote {
    /// The return addresses of this thread's call stack, innermost first; empty if the C library lacks `backtrace`,
    /// which Swift does not import.
    package static var callStack: [UInt] {
        let function: (@convention(c) (UnsafeMutablePointer<UInt>?, CInt) -> CInt)? =
            DynamicLibrary.systemFunction("backtrace")
        guard let function else { return [] }
        return Array(unsafeUninitializedCapacity: frameCount) { buffer, count in
            count = max(Int(function(buffer.baseAddress, CInt(frameCount))), 0)
        }
    }

    private static let memory = Atomic<UInt>(0)
    private static let file = Atomic<CInt>(-1)
    /// The thread whose crash is recorded; 0 before a crash.
    private static let writer = Atomic<UInt>(0)
    /// The address of the arguments of the program that describes the crash; 0 before `install`. They are never freed.
    private static let words = Atomic<UInt>(0)

    /// Whether this process is crashing.
    package static var isUnderWay: Bool { writer.load(ordering: .relaxed) != 0 }

    static var isInstalled: Bool { memory.load(ordering: .relaxed) != 0 }

    /// Makes this process record a crash from now on.
    ///
    /// - Parameters:
    ///   - place: the beginning of a file, mapped until the process ends.
    ///   - number: the descriptor of the file, which stays open until the process ends.
    ///   - arguments: the arguments with which this executable reads the file and writes a sentence into it.
    package static func install(
        at place: UnsafeMutableRawPointer, file number: CInt, describingBy arguments: [String]
    ) {
        place.storeBytes(of: getpid(), toByteOffset: processPlace, as: pid_t.self)
        let texts = ["/proc/self/exe"] + arguments
        let list = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count + 1)
        _ = list.initialize(from: texts.map { strdup($0) } + [nil])
        words.store(UInt(bitPattern: list.baseAddress), ordering: .relaxed)
        // The statics are initialised here, since a signal handler must not do it.
        writer.store(0, ordering: .relaxed)
        file.store(number, ordering: .relaxed)
        memory.store(UInt(bitPattern: place), ordering: .sequentiallyConsistent)
        CrashSignals.listen()
    }

    /// Starts a process that writes a sentence about the crash into the file, waits for its end, and prints the
    /// sentence. May be called in a signal handler: it does not rely on this process's memory and locks, which may be
    /// in any state.
    static func describe() {
        var process = pid_t()
        guard let list = UnsafePointer<UnsafeMutablePointer<CChar>?>(bitPattern: words.load(ordering: .relaxed)),
            let path = list[0], posix_spawn(&process, path, nil, nil, list, environ) == 0
        else { return }
        ChildProgram.wait(for: process, within: .seconds(10))
        ChildProgram.end(of: process)
        tell()
    }

    /// Writes the sentence into the file of a process that crashed.
    package static func leave(_ text: String, in path: String) {
        guard text.utf8.count < size - textPlace, let file = try? Descriptor(opening: path, O_WRONLY) else { return }
        pwrite(file.number, text, text.utf8.count, off_t(textPlace))
    }

    /// Prints the sentence on standard error, if there is one; may be called in a signal handler.
    static func tell() {
        guard let place = UnsafePointer<CChar>(bitPattern: memory.load(ordering: .relaxed)) else { return }
        Glibc.write(STDERR_FILENO, place + textPlace, strnlen(place + textPlace, size - textPlace))
    }

    /// Records the crash of this thread once, after `install`; may be called in a signal handler.
    ///
    /// - Returns: whether this call recorded the crash.
    static func write(_ signal: CInt, _ context: UnsafeMutableRawPointer?) -> Bool {
        guard let place = UnsafeMutableRawPointer(bitPattern: memory.load(ordering: .acquiring)),
            // A process that a module has forked has another number. Its crashes are not recorded.
            place.load(fromByteOffset: processPlace, as: pid_t.self) == getpid()
        else { return false }
        let thread = UInt(pthread_self())
        let (isFirst, first) = writer.compareExchange(expected: 0, desired: thread, ordering: .relaxed)
        if isFirst { note(signal, context, at: place) }
        // Other threads that crash wait here: the process must not end before the first thread has recorded its call
        // stack.
        while !isFirst, first != thread { pause() }
        return isFirst
    }

    private static func note(_ signal: CInt, _ context: UnsafeMutableRawPointer?, at place: UnsafeMutableRawPointer) {
        place.storeBytes(of: Glibc.time(nil), toByteOffset: timePlace, as: Int.self)
        place.storeBytes(of: signal, toByteOffset: signalPlace, as: CInt.self)
        guard let context else { return }
        // `uc_mcontext.gregs` of x86-64 begins after flags, link and stack; RBP is 10, RSP 15, RIP 16, the kind of the
        // fault 20, and its address 22.
        func register(_ number: Int) -> UInt { context.load(fromByteOffset: 40 + 8 * number, as: UInt.self) }
        place.storeBytes(of: register(16), toByteOffset: addressPlace, as: UInt.self)
        // After a jump to an invalid address, the page fault (14) is at the instruction itself, and the stack begins
        // with the caller's address. After any other fault, the stack may begin with data.
        if register(20) == 14, register(22) == register(16) { copy(8, from: register(15), to: addressPlace + 8) }
        var frame = register(10)
        for number in 0..<frameCount {
            let next = framePlace + number * 16
            guard frame != 0, copy(16, from: frame, to: next) else { return }
            let outer = place.load(fromByteOffset: next, as: UInt.self)
            guard outer > frame else { return }
            frame = outer
        }
    }

    /// Copies memory to a place in the file, and returns whether that succeeded. The memory may be unmapped.
    @discardableResult
    private static func copy(_ count: Int, from address: UInt, to place: Int) -> Bool {
        pwrite(file.load(ordering: .relaxed), UnsafeRawPointer(bitPattern: address), count, place) == count
    }
}
