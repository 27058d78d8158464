extension PatternParameter {
    /// The value within a decoded segment, or `nil` where the segment does not fit.
    func value(in segment: [UInt8]) -> String? {
        guard segment.count > prefix.utf8.count + suffix.utf8.count, segment.starts(with: prefix.utf8),
            segment.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else { return nil }
        let value = segment[prefix.utf8.count..<(segment.count - suffix.utf8.count)]
        guard value.withUnsafeBytes({ type?.accepts($0) ?? true }) else { return nil }
        return String(decoding: value, as: UTF8.self)
    }
}
