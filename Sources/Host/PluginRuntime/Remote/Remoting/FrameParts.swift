import Synchronization

/// The conversion of frames to packets and back, with the parts of the frames that are still incomplete.
///
/// A frame that is too long for one packet is sent in parts, which may arrive in any order.
final class FrameParts: Sendable {
    /// The kinds of packets: their first byte.
    static let (wholeFrame, partOfFrame): (UInt8, UInt8) = (0, 1)
    /// The size of the head of a part, in bytes: the kind, the frame's number, the frame's size, and the part's offset.
    static let headSize = 1 + 8 + 4 + 4
    /// The largest number of incomplete frames.
    private static let assemblyLimit = 16

    /// The largest number of a frame's bytes in a packet. A NATS server accepts 1 MiB by default.
    static let size = 60 << 10
    /// The largest number of parts of all incomplete frames together.
    private static let partLimit = 2 * (WireProtocol.frameLimit / size + 1)

    /// The parts of incomplete frames, keyed by the frame's number, then by the part's offset.
    private let assemblies = Mutex<[UInt64: [Int: [UInt8]]]>([:])

    /// Returns the packets of a frame that is too long for one packet, in order.
    static func packets(of frame: FrameEncoder, number: UInt64) -> some Sequence<[UInt8]> {
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

    /// Returns the frame that a packet contains or completes; `nil` while parts of it are missing.
    func frame(of packet: ArraySlice<UInt8>) throws(FrameError) -> FrameDecoder? {
        switch packet.first {
        case Self.wholeFrame: FrameDecoder(Array(packet.dropFirst()))
        case Self.partOfFrame:
            try assemblies.withLock { (assemblies) throws(FrameError) in
                try Self.assemble(packet, &assemblies)
            }.map { FrameDecoder($0) }
        default: throw .malformed
        }
    }

    /// Adds a part to its frame, and returns the frame when it is complete.
    private static func assemble(
        _ packet: ArraySlice<UInt8>, _ assemblies: inout [UInt64: [Int: [UInt8]]]
    ) throws(FrameError) -> [UInt8]? {
        guard packet.count > headSize else { throw .truncated }
        let (number, total, offset) = packet.withUnsafeBytes { bytes in
            (
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt64.self)),
                Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 9, as: UInt32.self))),
                Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 13, as: UInt32.self)))
            )
        }
        guard total <= WireProtocol.frameLimit else { throw .tooLong(bytes: total) }
        let part = Array(packet.dropFirst(headSize))
        guard offset.isMultiple(of: size), part.count == min(size, total - offset) else { throw .malformed }
        // Beyond a limit, the oldest frames are dropped: their missing parts were probably lost with a connection.
        while assemblies[number] == nil && assemblies.count >= assemblyLimit
            || assemblies.values.reduce(0, { $0 + $1.count }) >= partLimit,
            let oldest = assemblies.keys.filter({ $0 != number }).min()
        {
            assemblies[oldest] = nil
        }
        guard assemblies[number, default: [:]].updateValue(part, forKey: offset) == nil else { throw .malformed }
        guard let parts = assemblies[number], parts.count > (total - 1) / size else { return nil }
        assemblies[number] = nil
        return try join(parts)
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
