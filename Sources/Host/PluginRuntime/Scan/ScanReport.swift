/// What the process that loads a plugin's file for the first time reports, as one line of JSON.
struct ScanReport: Sendable, Codable {
    /// The modules that were handed over.
    let modules: [ScannedModule]
    /// Why others were not, one sentence each.
    let refusals: [String]
}
