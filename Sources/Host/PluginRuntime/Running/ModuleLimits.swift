/// How long modules may take for the steps of their lives.
struct ModuleLimits: Sendable {
    /// How long `start()` may take, in seconds.
    var start = 10
    /// How long `stop()` may take, in seconds.
    var stop = 5
    /// How long a generation that was replaced waits for the requests that began on it, in seconds.
    var drain = 30
    /// How long a module that is stopped waits for them, while the user waits for it, in seconds.
    var settle = 2
}
