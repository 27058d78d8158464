@_spi(Host) import ModuleKit
import Platform

extension Command {
    static let refresh = Command(
        name: "refresh", summary: "create the top page again, by its module's newest build; `r` for short",
        need: .shell
    ) { session, _ throws(Failure) in
        guard let old = await session.navigator.pages.top else { throw .noPage() }
        guard !old.isRedacted, let item = try await planned(old, in: session) else {
            let reason = old.isRedacted ? "has a secret, which is not kept" : "no longer leads to a page"
            throw Failure("noPage", "this page cannot be refreshed: its URL \(reason)")
        }
        await session.navigator.refresh(old.entry.identity, by: item)
        return .done
    }

    /// Plans to open the URL of `old` for the same caller, and returns the page that results; `nil` if the URL does not
    /// lead to a page. The stack does not change.
    private static func planned(_ old: PageStack.Item, in session: Session) async throws(Failure) -> PageStack.Item? {
        let url = old.entry.url
        return try await session.asking(url) { [session] () throws(RequestError) in
            let plan = await session.mediator.plan(
                RouteURL(url), from: PageStack(), origin: old.origin ?? session.origin, options: session.options)
            _ = try plan.outcome.get()
            return plan.stack.top
        }
    }
}
