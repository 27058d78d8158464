/// The name of an answer's file: a hash of the address that was asked, so that no secret of it is in a name.
struct CacheKey: Sendable, Hashable {
    /// 32 hexadecimal digits.
    let text: String

    /// The key for an address. Two addresses of one key do no harm: a file says what it is the answer to.
    init(_ address: String) {
        text = [0xcbf2_9ce4_8422_2325, 0x6c62_272e_07bb_0142].map { (seed: UInt64) in
            String(Checksum(of: address.utf8, seed: seed).value, radix: 16)
        }.map { String(repeating: "0", count: 16 - $0.utf8.count) + $0 }.joined()
    }
}
