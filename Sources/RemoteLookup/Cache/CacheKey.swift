/// The name of an answer's file: hashes of the service and of the address that was asked, so that no secret of them is in a
/// name.
struct CacheKey: Sendable, Hashable {
    /// What the names of all files of one service begin with.
    struct Prefix: Sendable, Hashable {
        /// 16 hexadecimal digits and a hyphen.
        let text: String

        /// - Parameter service: the address without the question, credentials included: one user is not answered with what
        ///   another one was told.
        init(_ service: String) { text = CacheKey.digits(service, seed: 0xcbf2_9ce4_8422_2325) + "-" }
    }

    /// The prefix and 32 hexadecimal digits.
    let text: String

    /// The key for an address. Two addresses of one key do no harm: a file says what it is the answer to.
    init(_ address: String, of service: Prefix) {
        text =
            service.text
            + [0xcbf2_9ce4_8422_2325, 0x6c62_272e_07bb_0142].map { Self.digits(address, seed: $0) }.joined()
    }

    private static func digits(_ text: String, seed: UInt64) -> String {
        let digits = String(Checksum(of: text.utf8, seed: seed).value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
