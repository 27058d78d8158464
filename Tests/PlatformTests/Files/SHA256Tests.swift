import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(2))) struct `SHA-256` {
    /// The examples of NIST's Cryptographic Standards and Guidelines for FIPS 180-4, and the empty message. A message
    /// is its bytes, or one byte repeated, because a run describes each argument, and a million bytes take long.
    static let rows: [(bytes: [UInt8], count: Int, hash: String)] = [
        (Array("abc".utf8), 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ([], 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (
            Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8), 1,
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            Array(
                ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8), 1,
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
        (
            [UInt8(ascii: "a")], 1_000_000,
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
        ([0xBD], 1, "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"),
        (
            [0], 55,
            "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"
        ),
        (
            [0], 56,
            "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"
        ),
        (
            [0], 64,
            "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"
        ),
    ]

    @Test(arguments: rows) func `SHA-256 returns the standard's hashes`(
        _ row: (bytes: [UInt8], count: Int, hash: String)
    ) {
        let message = row.count == 1 ? row.bytes : [UInt8](repeating: row.bytes[0], count: row.count)
        #expect(SHA256.hash(message).text == row.hash)
        #expect(SHA256.hash(message, usingInstructions: false).text == row.hash)
    }

    @Test(arguments: ["", "abc", String(repeating: "g", count: 64), String(repeating: "A", count: 64)])
    func `a hash is read only from 64 lower-case hexadecimal digits`(_ text: String) {
        #expect(ContentHash(text) == nil)
    }
}
