import ModuleKit

/// The sum of the discounts by coupons since the last log-out, in yuan; each bill that is open shows it.
final class Savings: ViewModel {
    private let total = Live(0)

    var content: [PageElement] {
        if total.value > 0 { "Coupons have saved you ¥\(total.value) so far." }
    }

    func add(_ redemption: Redemption) { total.update { $0 += redemption.discount } }

    /// Forgets the savings of a user who has left.
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
