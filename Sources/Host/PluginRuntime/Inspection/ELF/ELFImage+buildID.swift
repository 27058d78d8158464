extension ELFImage {
    /// What the linker made of the content, so that no two builds of different contents have the same; `nil` without one.
    func buildID() throws(ELFError) -> ArraySlice<UInt8>? {
        guard header.isReadable else { return nil }
        for segment in try ELFSegment.all(file) where segment.kind == .notes {
            let notes = try file.view(.notes, offset: segment.offset, size: segment.size)
            if let identity = try Self.buildID(in: notes) { return identity }
        }
        return nil
    }

    /// Each note has the lengths of its name and of what it says, a type, and both, in whole words.
    private static func buildID(in notes: ELFView) throws(ELFError) -> ArraySlice<UInt8>? {
        let (headSize, gnuBuildID) = (12, UInt32(3))
        var start = 0
        while start + headSize <= notes.count {
            let (name, length) = (Int(try notes.uint32(at: start)), Int(try notes.uint32(at: start + 4)))
            let content = start + headSize + (name + 3) & ~3
            if try notes.uint32(at: start + 8) == gnuBuildID,
                try notes.bytes(at: start + headSize, count: name).elementsEqual("GNU\0".utf8)
            {
                return try notes.bytes(at: content, count: length)
            }
            start = content + (length + 3) & ~3
        }
        return nil
    }
}
