import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(2))) struct `The memory that libraries take` {
    private static let text = """
        7f0000000000-7f0000002000 r--p 00000000 08:01 42                         /store/a b/libOne.so
        Size:                  8 kB
        Rss:                   8 kB
        Pss:                   1 kB
        7f0000002000-7f0000003000 r-xp 00002000 08:01 42                         /store/a b/libOne.so
        Rss:                   4 kB
        7f0000003000-7f0000004000 rw-p 00000000 00:00 0
        Rss:                   4 kB
        7f0000004000-7f0000005000 r--p 00000000 08:01 43                         /store/libTwo.so (deleted)
        Rss:                   4 kB
        7f0000005000-7f0000006000 rw-p 00000000 00:00 0                          [heap]
        Rss:                 100 kB
        """

    static let rows: [(libraries: [String], kibibytes: Int)] = [
        ([], 0), (["/store/a b/libOne.so"], 12), (["/store/libTwo.so"], 4), (["/store/libThree.so"], 0),
        (["/store/libTwo.so", "/store/a b/libOne.so", "/store/libTwo.so"], 16),
    ]

    @Test(arguments: rows)
    func `the memory of libraries is the size that the system counts of their pages, each file once`(
        _ row: (libraries: [String], kibibytes: Int)
    ) {
        #expect(MappedMemory(smaps: Self.text).bytes(of: row.libraries) == row.kibibytes * 1024)
    }
}
