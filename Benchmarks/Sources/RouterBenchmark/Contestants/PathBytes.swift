/// The bytes of the requests' paths in one piece of memory, in the order in which they are asked for.
final class PathBytes {
    let paths: [UnsafeRawBufferPointer]
    private let memory: UnsafeMutableRawBufferPointer

    init(_ texts: [String]) {
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: texts.reduce(0) { $0 + $1.utf8.count }, alignment: 8)
        var start = 0
        paths = texts.map { text in
            let end = start + text.utf8.count
            defer { start = end }
            let place = UnsafeMutableRawBufferPointer(rebasing: memory[start..<end])
            place.copyBytes(from: text.utf8)
            return UnsafeRawBufferPointer(place)
        }
        self.memory = memory
    }

    deinit { memory.deallocate() }
}
