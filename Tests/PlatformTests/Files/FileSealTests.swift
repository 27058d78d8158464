import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(1))) struct `A sealed file` {
    private static let seal = FileSeal("switchboard-test 2")
    private static let file = seal.bytes(of: Array("content\nwith lines".utf8))

    @Test func `a sealed file is read with the seal that wrote it`() {
        #expect(Self.seal.content(of: Self.file).map { String(decoding: $0, as: UTF8.self) } == "content\nwith lines")
        #expect(Self.seal.content(of: Self.seal.bytes(of: [])) == [])
    }

    @Test func `a sealed file of another format is whole, but not read`() {
        for other in ["switchboard-test 1", "switchboard-test", "switchboard-test 2 x"] {
            #expect(FileSeal(other).content(of: Self.file) == nil)
            #expect(FileSeal.isWhole(FileSeal(other).bytes(of: [1])))
        }
    }

    @Test func `a sealed file is not read if a bit has changed or its end is missing`() {
        for bit in 0..<(Self.file.count * 8) {
            var damaged = Self.file
            damaged[bit / 8] ^= 1 << (bit % 8)
            #expect(Self.seal.content(of: damaged) == nil, "bit \(bit)")
        }
        for length in 0..<Self.file.count {
            #expect(Self.seal.content(of: Array(Self.file.prefix(length))) == nil)
            #expect(!FileSeal.isWhole(Array(Self.file.prefix(length))))
        }
    }
}
