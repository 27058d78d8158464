import Glibc
import ModuleKit

/// The settings of the tracking module.
struct Configuration: Sendable, Codable {
    private enum CodingKeys: CodingKey { case folder, byteLimit, queueLimit }

    /// The folder of the records; `nil` for the user's state folder.
    var folder: String?
    /// The maximum size of the file of records, in bytes. A full file is renamed, and replaces the only older file.
    var byteLimit = 8 * 1_048_576
    /// The maximum number of records that wait to be written.
    var queueLimit = 10_000
    /// The seed that decides, together with the number of a request, whether the request is sampled.
    var seed = UInt64.random(in: .min ... .max)

    /// Returns the configuration with a folder.
    /// - Throws: `TrackingError.relativeFolder`.
    func withFolder() throws(TrackingError) -> Configuration {
        if let folder, !folder.hasPrefix("/") { throw .relativeFolder(folder) }
        var configuration = self
        configuration.folder = folder ?? Self.userFolder
        return configuration
    }

    private static var userFolder: String? {
        let state = absolute("XDG_STATE_HOME") ?? absolute("HOME").map { $0 + "/.local/state" }
        return state.map { $0 + "/switchboard/tracking" }
    }

    private static func absolute(_ variable: String) -> String? {
        guard let value = getenv(variable).map({ String(cString: $0) }), value.hasPrefix("/") else { return nil }
        return value
    }

    /// Returns whether a rule samples the request or choice with a number; the same seed gives the same answers.
    func samples(_ number: UInt64, rule: Int, share: Double) -> Bool {
        if share >= 1 { return true }
        // The finalizer of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
        var bits = seed &+ (number &* 0x1_0000 &+ UInt64(rule)) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        return Double(bits >> 11) * 0x1p-53 < share
    }
}
