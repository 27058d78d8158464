@_spi(Host) import ModuleKit
import Platform

/// The choice of the module to blame for a crashed session, by the evidence in the session's journal.
extension CrashedSession {
    /// The module to blame; `nil` if none is proven. If the crashing thread's call stack contains code of modules, the
    /// module of the innermost call is blamed. Otherwise, a module is blamed if no other module ran.
    var culprit: LoadedModule? {
        let proven = addresses.lazy.compactMap { address in modules.last { $0.addresses.contains(address) } }.first
        if let proven { return proven }
        let running = Set(activities.map(\.module))
        return running.count == 1 ? modules.last { running.contains($0.name) } : nil
    }

    private func activity(of module: LoadedModule) -> ActivityTable.Activity? {
        activities.last { $0.module == module.name }
    }

    /// Whether a module crashed while it was loaded or started. If so, the module would crash every host that starts
    /// it.
    fileprivate func isStart(of module: LoadedModule) -> Bool {
        activity(of: module).map { $0.kind == .load || $0.kind == .start } ?? false
    }

    /// Returns a sentence about the crash. The sentence ends with the remedy.
    ///
    /// - Parameter which: a phrase for the session, such as "the last session".
    func text(_ which: String) -> String {
        let safe = "`--safe` starts without plugins"
        if let culprit {
            let activity = activity(of: culprit)
            let subject = activity?.subject ?? "\(culprit.name), outside of any request,"
            return "\(subject) \(end.verb) \(which) with \(end)\(activity?.purpose ?? ""); "
                + "`module disable \(culprit.name)` keeps it out, `module isolate \(culprit.name)` runs it in "
                + "its own process, "
                + safe
        }
        let word = "\(which) ended with \(end)"
        guard !activities.isEmpty else { return "\(word) while no module ran; try again, and report it" }
        let all = activities.map(\.sentence).joined(separator: "; ")
        return "\(word) while these ran, and the cause is unknown: \(all). "
            + "`--without NAME` leaves one of them out, \(safe)"
    }
}

extension CrashedSession.End: CustomStringConvertible {
    var description: String {
        switch self {
        case .signal(let signal): SignalName.name(signal)
        case .exit(let code): "exit(\(code))"
        }
    }

    fileprivate var verb: String { if case .signal = self { "crashed" } else { "ended" } }
}

extension ActivityTable.Activity {
    /// Whether the activity belongs to the module `name`. The table may hold only the beginning of a long name,
    /// followed by `…`.
    func isOf(_ name: String) -> Bool {
        module.hasSuffix("…") ? name.hasPrefix(module.dropLast()) : module == name
    }

    /// The code that runs and its purpose, such as `Rent's route /rent/:id while it answered app://rent/1`.
    var sentence: String { subject + purpose }

    /// The code that ran, such as `Rent's route /rent/:id`.
    fileprivate var subject: String {
        switch kind {
        case .handler: "\(module)'s route \(name)"
        case .interceptor: "\(module)'s interceptor \(name)"
        case .subscriber: "\(module)'s subscription to \(name)"
        case .load: "\(module)'s init(context:)"
        case .start: "\(module)'s start()"
        case .stop: "\(module)'s stop()"
        }
    }

    /// The purpose of the code, with a leading space; empty except for handlers and interceptors.
    fileprivate var purpose: String {
        switch kind {
        case .handler: " while it answered \(url ?? "a request")"
        case .interceptor: " while it looked at \(url ?? "a request")"
        case .subscriber, .load, .start, .stop: ""
        }
    }
}

extension CatalogueSource {
    /// The limit for a quarantine: a module that crashes `count` sessions within `seconds` is put into quarantine.
    private static let crashLimit = (count: 3, seconds: 300)

    /// Reads the crashes of earlier sessions that no host has handled yet. Quarantines modules that crashed during
    /// their start, or that crashed several sessions.
    ///
    /// - Returns: a sentence about each crash.
    package func takeCrashes() -> [String] {
        guard let cache else { return [] }
        let sessions = CrashedSession.takeNew(in: cache)
        return sessions.enumerated().map { number, session in
            let text = session.text(number == sessions.count - 1 ? "the last session" : "an earlier session")
            return PlainText.line(text + quarantine(session, cache))
        }
    }

    private func quarantine(_ session: CrashedSession, _ cache: CacheFolder) -> String {
        guard let culprit = session.culprit else { return "" }
        let name = culprit.name
        if session.isStart(of: culprit) {
            keep(.crash(of: name, "an earlier host ended while it started \(name)"), of: culprit.content, cache)
            return ""
        }
        let (count, seconds) = Self.crashLimit
        let crashes = CrashedSession.recent(in: cache, seconds: seconds, before: session.time)
        guard crashes.filter({ $0.culprit?.content == culprit.content }).count >= count else { return "" }
        let found = "crashed \(count) sessions within \(seconds / 60) minutes"
        keep(.crash(of: name, "\(name) \(found)"), of: culprit.content, cache)
        CrashedSession.forgetAll(in: cache)
        return ". It \(found) and is in quarantine now; `module start \(name)` tries it again"
    }

    private func keep(_ problem: PluginProblem, of content: ContentHash, _ cache: CacheFolder) {
        ScanCache(cache: cache).quarantine(content, problem)
        StartImage.removeAll(from: cache)
    }
}
