extension Duration {
    /// The duration in seconds to the millisecond, as short as it can be said: `10`, `0.5`; what is shorter is `0.001`.
    var secondsText: String {
        let (seconds, attoseconds) = components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        if milliseconds == 0 { return seconds == 0 && attoseconds > 0 ? "0.001" : "\(seconds)" }
        var decimals = "\(1_000 + milliseconds)".dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return "\(seconds).\(decimals)"
    }
}
