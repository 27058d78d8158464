/// What a view model does against the rules of its kind.
public enum ViewModelFault: Error, Sendable, Equatable {
    /// It holds a part of a view, which is to be made when it is asked for.
    case holdsView(property: String, type: String)
    /// Asked twice in the same state, it shows something else.
    case unsteady
    /// Two rows of one list or table have the same identity.
    case duplicateIdentity(String)
    /// It shows an action or a form whose signal is no event of its own.
    case foreignSignal(title: String, reason: String)
    /// A pattern in a field of a form cannot be read.
    case unreadablePattern(field: String, pattern: String)
    /// Two fields of a form have the same name, so that one of the values would be lost.
    case repeatedField(String, form: String)
    /// It stays after its last owner has let go of it: something that it holds holds it.
    case staysAlive
}

extension ViewModelFault: CustomStringConvertible {
    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .holdsView(let property, let type):
            "it holds \(type) in \(property); keep the model, and make the view of it in `content`"
        case .unsteady:
            "it shows something else when it is asked again; let `content` change nothing and read only what it holds"
        case .duplicateIdentity(let id):
            "two rows have the identity \"\(id)\"; give each its own"
        case .foreignSignal(let title, let reason):
            "\"\(title)\" throws what is no event of it (\(reason)); throw one of its `Event`, or give its part a callback"
        case .unreadablePattern(let field, let pattern):
            "the pattern \(pattern) of \"\(field)\" cannot be read, and checks nothing; write it as `TextPattern` says"
        case .repeatedField(let name, let form):
            "two fields of \"\(form)\" are named \"\(name)\"; give each a name of its own"
        case .staysAlive:
            "it stays when nobody needs it any more; hold the bindings only, and let closures refer to it weakly"
        }
    }
}
