import Synchronization

/// How a request stands, whatever stage it is in; it never goes back to an earlier one.
enum Standing: UInt8, AtomicRepresentable, Comparable {
    case open
    /// Its caller gave up while code of a stage was waited for.
    case cancelled
    /// Its time is up.
    case expired
    /// It has its outcome.
    case over

    static func < (first: Standing, second: Standing) -> Bool { first.rawValue < second.rawValue }
}
