@_spi(Host) import Mediator

/// Why a test cannot do what a person would.
public enum HarnessError: Error, Sendable, Equatable {
    /// Nothing on the page has the title; `choices` holds what there is.
    case nothingToChoose(title: String, choices: [String])
    /// The page throws a signal, and nothing on it says who takes it.
    case nobodyTakes(signal: Payload)
}

extension HarnessError: CustomStringConvertible {
    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .nothingToChoose(let title, let choices):
            "nothing on the page is called \"\(title)\"; choose one of: \(choices.joined(separator: ", "))"
        case .nobodyTakes: "nobody takes the page's signal; give the page or a container of it a callback"
        }
    }
}
