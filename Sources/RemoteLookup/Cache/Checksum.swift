/// FNV-1a in 64 bits: tells damaged bytes from whole ones, and guards against nothing else.
struct Checksum: Equatable {
    let value: UInt64

    init(of bytes: some Sequence<UInt8>, seed: UInt64 = 0xcbf2_9ce4_8422_2325) {
        value = bytes.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
