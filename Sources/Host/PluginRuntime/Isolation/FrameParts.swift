/// The parts of frames that are too long for one packet, and the frames of which not all parts have come yet.
///
/// The parts of a frame may come in any order.
struct FrameParts: Sendable {
    /// The kinds of packets: their first byte.
    static let (wholeFrame, partOfFrame): (UInt8, UInt8) = (0, 1)
    /// The size of the head of a part: kind, number of the frame, its size, offset of the part.
    static let headSize = 1 + 8 + 4 + 4
    /// The largest number of frames in parts at once.
    private static let assemblyLimit = 16

    /// The largest number of bytes of a frame in a packet.
    let size: Int
    /// The parts that have come so far, by the numbers of their frames and their offsets.
    private var assemblies: [UInt64: [Int: [UInt8]]] = [:]

    init(size: Int) { self.size = size }

    /// The largest number of the parts of all frames together.
    private var partLimit: Int { 2 * (WireProtocol.frameLimit / size + 1) }

    /// Returns the packets of a frame in their order.
    static func packets(of frame: FrameEncoder, number: UInt64, size: Int) -> some Sequence<[UInt8]> {
        stride(from: FrameEncoder.headSize, to: frame.bytes.count, by: size).lazy.map { offset in
            var packet = [partOfFrame]
            packet.reserveCapacity(headSize + size)
            let total = UInt32(frame.bytes.count - FrameEncoder.headSize)
            withUnsafeBytes(of: number.littleEndian) { packet += $0 }
            withUnsafeBytes(of: total.littleEndian) { packet += $0 }
            withUnsafeBytes(of: UInt32(offset - FrameEncoder.headSize).littleEndian) { packet += $0 }
            return packet + frame.bytes[offset..<min(offset + size, frame.bytes.count)]
        }
    }

    /// Adds a part to its frame, and returns the frame when it is whole.
    mutating func assemble(_ packet: ArraySlice<UInt8>) throws(FrameError) -> [UInt8]? {
        guard packet.count > Self.headSize else { throw .truncated }
        let (number, total, offset) = packet.withUnsafeBytes { bytes in
            (
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt64.self)),
                Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 9, as: UInt32.self))),
                Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 13, as: UInt32.self)))
            )
        }
        guard total <= WireProtocol.frameLimit else { throw .tooLong(bytes: total) }
        let part = Array(packet.dropFirst(Self.headSize))
        guard offset.isMultiple(of: size), part.count == min(size, total - offset) else { throw .malformed }
        guard assemblies[number] != nil || assemblies.count < Self.assemblyLimit,
            assemblies.values.reduce(0, { $0 + $1.count }) < partLimit,
            assemblies[number, default: [:]].updateValue(part, forKey: offset) == nil
        else { throw .malformed }
        guard let parts = assemblies[number], parts.count > (total - 1) / size else { return nil }
        assemblies[number] = nil
        return try Self.join(parts)
    }

    private static func join(_ parts: [Int: [UInt8]]) throws(FrameError) -> [UInt8] {
        var frame: [UInt8] = []
        for (offset, part) in parts.sorted(by: { $0.key < $1.key }) {
            guard offset == frame.count else { throw .malformed }
            frame += part
        }
        return frame
    }
}
