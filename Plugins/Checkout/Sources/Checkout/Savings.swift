import ModuleKit

/// The sum of the coupons' discounts since the last log-out, in yuan; each open bill shows this sum.
final class Savings: ViewModel {
    private let total = Live(0)

    var content: [PageElement] {
        if total.value > 0 { "Coupons have saved you ¥\(total.value) so far." }
    }

    func add(_ redemption: Redemption) { total.update { $0 += redemption.discount } }

    /// Resets the savings after a log-out.
    func follow(_ session: Session) { if session.user == nil { total.value = 0 } }
}

/// The part of the event `account.session` that this module uses.
struct Session: Codable, Sendable {
    struct User: Codable, Sendable { let id: String }

    /// The user; `nil` for a guest.
    let user: User?
}

extension Event<Session> {
    /// A user logged in or out.
    static var session: Event<Session> { "account.session" }
}
