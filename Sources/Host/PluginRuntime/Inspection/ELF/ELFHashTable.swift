/// The hash table of the dynamic symbols, which alone tells how many there are.
enum ELFHashTable {
    /// The number of symbols by `DT_HASH`, which states it.
    static func symbolCount(plain table: ELFView) throws(ELFError) -> UInt64 {
        UInt64(try table.uint32(at: 4))
    }

    /// The number of symbols by `DT_GNU_HASH`: symbols are sorted by bucket, so the last one ends the last chain.
    static func symbolCount(gnu table: ELFView) throws(ELFError) -> UInt64 {
        let bucketCount = UInt64(try table.uint32(at: 0))
        let firstHashed = UInt64(try table.uint32(at: 4))
        let bucketsOffset = 16 + 8 * UInt64(try table.uint32(at: 8))
        let buckets = try table.table(.hashTable, offset: bucketsOffset, entries: bucketCount, entrySize: 4)
        var last: UInt64 = 0
        for start in stride(from: 0, to: buckets.count, by: 4) {
            last = max(last, UInt64(try buckets.uint32(at: start)))
        }
        guard last >= firstHashed else { return firstHashed }
        let chains = bucketsOffset + 4 * bucketCount
        // The lowest bit marks the end of a chain; without a mark the walk ends at the segment's end, in an error.
        while try table.uint32(at: Int(chains + 4 * (last - firstHashed))) & 1 == 0 { last += 1 }
        return last + 1
    }
}
