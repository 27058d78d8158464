/// Why a module does not run any more.
enum ModuleEnd: Sendable, Equatable {
    case stopped
    case disabled
    /// Another one was stopped, which it requires.
    case stoppedWith(String)
    /// Its file is gone, and it is not installed any more.
    case removed
}

extension ModuleEnd {
    /// What happened to a module, as a sentence without its end.
    func reason(_ module: String) -> String {
        switch self {
        case .stopped: "\(module) was stopped"
        case .disabled: "\(module) was disabled"
        case .stoppedWith(let other): "\(module) was stopped with \(other), which it requires"
        case .removed: "\(module) was removed"
        }
    }

    /// What brings its pages back, as a sentence.
    func remedy(_ module: String) -> String {
        switch self {
        case .stopped: "`module start \(module)` starts it again."
        case .disabled: "`module enable \(module)` enables it again."
        case .stoppedWith(let other): "`module start \(other)` starts that one again."
        case .removed: "`module install` installs it again."
        }
    }
}
