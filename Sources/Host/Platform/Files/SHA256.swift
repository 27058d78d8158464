internal import SHAShim

/// The hash function SHA-256 (FIPS 180-4), which identifies content and does not process secrets.
package struct SHA256 {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    /// Whether the processor has instructions for SHA-256, which are about ten times as fast as this file.
    static let hasInstructions = sha_shim_is_supported()

    package static func hash(_ message: [UInt8]) -> ContentHash {
        hash(message, usingInstructions: hasInstructions)
    }

    /// Returns the hash of a message, with or without the processor's instructions, so that tests can compare both.
    static func hash(_ message: [UInt8], usingInstructions: Bool) -> ContentHash {
        var hash = SHA256()
        let end = message.count & ~63
        let zeros = [UInt8](repeating: 0, count: (119 - message.count % 64) % 64)
        let bitCount = withUnsafeBytes(of: UInt64(message.count * 8).bigEndian) { Array($0) }
        message.withUnsafeBytes { hash.process($0.prefix(end), usingInstructions) }
        (message[end...] + [0x80] + zeros + bitCount).withUnsafeBytes { hash.process($0[...], usingInstructions) }
        return ContentHash(words: hash.state)
    }

    private mutating func process(_ blocks: Slice<UnsafeRawBufferPointer>, _ usingInstructions: Bool) {
        guard let bytes = UnsafeRawBufferPointer(rebasing: blocks).baseAddress else { return }
        Self.constants.withUnsafeBufferPointer { constants in
            guard let constants = constants.baseAddress else { return }
            if usingInstructions {
                sha_shim_process(&state, bytes.assumingMemoryBound(to: UInt8.self), blocks.count / 64, constants)
                return
            }
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
                guard let schedule = schedule.baseAddress else { return }
                for start in stride(from: 0, to: blocks.count, by: 64) {
                    Self.expand(bytes + start, into: schedule, adding: constants)
                    compress(schedule)
                }
            }
        }
    }

    /// Processes the 64 words of one expanded block (section 6.2.2, steps 2 to 4). Each of eight rounds in a row names
    /// the variables in another order, so no round has to move them.
    private mutating func compress(_ schedule: UnsafePointer<UInt32>) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        var word = schedule
        for _ in 0..<8 {
            Self.round(a, b, c, &d, e, f, g, &h, word[0])
            Self.round(h, a, b, &c, d, e, f, &g, word[1])
            Self.round(g, h, a, &b, c, d, e, &f, word[2])
            Self.round(f, g, h, &a, b, c, d, &e, word[3])
            Self.round(e, f, g, &h, a, b, c, &d, word[4])
            Self.round(d, e, f, &g, h, a, b, &c, word[5])
            Self.round(c, d, e, &f, g, h, a, &b, word[6])
            Self.round(b, c, d, &e, f, g, h, &a, word[7])
            word += 8
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }

    @inline(__always) private static func round(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
        _ h: inout UInt32, _ word: UInt32
    ) {
        let sum1 = (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
        let first = h &+ sum1 &+ (g ^ (e & (f ^ g))) &+ word
        let sum0 = (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
        d &+= first
        h = first &+ sum0 &+ ((a & b) | (c & (a | b)))
    }

    /// Expands the 16 words of a block to 64 (section 6.2.2, step 1), and adds the constants.
    private static func expand(
        _ block: UnsafeRawPointer, into schedule: UnsafeMutablePointer<UInt32>, adding constants: UnsafePointer<UInt32>
    ) {
        for index in 0..<16 {
            schedule[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
        }
        for index in 16..<64 {
            let (x, y) = (schedule[index &- 15], schedule[index &- 2])
            let sigma0 = (x &>> 7 | x &<< 25) ^ (x &>> 18 | x &<< 14) ^ (x &>> 3)
            let sigma1 = (y &>> 17 | y &<< 15) ^ (y &>> 19 | y &<< 13) ^ (y &>> 10)
            schedule[index] = sigma1 &+ schedule[index &- 7] &+ sigma0 &+ schedule[index &- 16]
        }
        for index in 0..<64 { schedule[index] &+= constants[index] }
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (section 4.2.2).
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
