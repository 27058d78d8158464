/// How long modules may take for the steps of their lives.
struct ModuleLimits: Sendable {
    /// How long `start()` may take, in seconds.
    var start = 10
    /// How long `stop()` may take, in seconds.
    var stop = 5
    /// How long the requests may take that began on what is about to stop, in seconds.
    var drain = 30
}
