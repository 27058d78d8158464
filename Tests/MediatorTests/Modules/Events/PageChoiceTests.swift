@_spi(Host) import ModuleKit
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The event of a person's choice on a page` {
    private enum Fault: Error { case closed }

    private static let routes = [
        Call("/pay/:token") { _ in "paid" }.sensitive("token", "card").route,
        Call("/redeem") { _ in "redeemed" }.route,
        Call("/broken") { (_: Request) throws -> Int in throw Fault.closed }.route,
        Open("/next") { _ in Page("Next") {} }.route,
        Open("/gift/:token") { _ in Page("Gift") {} }.sensitive("token", "card").route,
    ]

    @DeclarationsBuilder<Form.Field> private static var fields: [Form.Field] {
        TextField("sum")
        IntegerField("count")
        TextField("card")
        SecretField("pin")
    }
    private static let texts = ["sum": "5", "count": "3", "card": "4111", "pin": "1234"]
    private static let shown = ["sum": "5", "count": "3", "card": "***", "pin": "***"]

    /// The chosen target, and the expected event without its time.
    static let rows:
        [(target: PageTarget, kind: PageChoice.Kind, url: String?, values: [String: String], isDone: Bool)] = [
            (.open(title: "Next", url: "app://next"), .link, "app://next", [:], true),
            (.open(title: "Next", url: "app://nowhere"), .link, "app://nowhere", [:], false),
            (.action(Action("Pay", calling: "app://pay/abcd"), receiver: nil), .action, "app://pay/***", [:], true),
            (.action(Action("Break", calling: "app://broken"), receiver: nil), .action, "app://broken", [:], false),
            (.action(Action("Tell", sending: 1).stored, receiver: Receiver { (_: Int) in }), .action, nil, [:], true),
            (.action(Action("Tell", sending: 1).stored, receiver: nil), .action, nil, [:], false),
            (
                .action(Action("Tell", sending: 1).stored, receiver: Receiver(url: "app://broken")), .action,
                "app://broken",
                [:],
                false
            ),
            (
                .form(Form("Pay", calling: "app://pay/abcd") { for field in fields { field } }, receiver: nil), .form,
                "app://pay/***",
                shown,
                true
            ),
            (
                .form(
                    Form("Pay", sending: "pay") { for field in fields { field } },
                    receiver: Receiver { (_: [String: [String: Payload]]) in }), .form, nil, shown, true
            ),
        ]

    @Test(arguments: rows)
    func `a choice is published once, after it has ended, with sensitive values masked`(
        _ row: (target: PageTarget, kind: PageChoice.Kind, url: String?, values: [String: String], isDone: Bool)
    ) async throws {
        let seen = Mutex<[PageChoice]>([])
        let scene = try Scene(Self.routes)
        var watcher = Registration(owner: "Watcher")
        watcher.subscriptions = [Subscription(to: .pageChoice) { choice in seen.withLock { $0.append(choice) } }]
        try scene.mediator.register(watcher)
        let entry = StackEntry(url: "app://gift/abcd", title: "Gift", style: .pushed)
        let submission = Submission(on: entry, mediator: scene.mediator, origin: .shell, options: Scene.patient)
        let values: Payload? =
            if case .form(let form, _) = row.target { try form.filled(with: Self.texts) } else { nil }
        let isDone = (try? await submission.perform(row.target, filledWith: values)) != nil
        #expect(isDone == row.isDone)
        let choice = try #require(seen.withLock(\.self).first)
        #expect(seen.withLock(\.count) == 1)
        #expect(choice.kind == row.kind && choice.title == row.target.title)
        #expect(choice.url == row.url && choice.page == "app://gift/***")
        #expect(choice.values == row.values && choice.isDone == row.isDone && choice.microseconds >= 0)
    }

    /// The page and the called URL, one of which declares the values sensitive.
    @Test(arguments: [("app://next", "app://pay/abcd"), ("app://gift/abcd", "app://redeem")])
    func `a published choice masks the values that its page or its URL declares sensitive`(
        page: String, url: RouteURL
    ) async throws {
        let seen = Mutex<[PageChoice]>([])
        let scene = try Scene(Self.routes)
        var watcher = Registration(owner: "Watcher")
        watcher.subscriptions = [
            Subscription(to: .pageChoice) { choice in seen.withLock { $0.append(choice) } }
        ]
        try scene.mediator.register(watcher)
        let entry = StackEntry(url: page, title: "Page", style: .pushed)
        let submission = Submission(on: entry, mediator: scene.mediator, origin: .shell, options: Scene.patient)
        let form = Form("Pay abcd", calling: url) { for name in ["card", "voucher", "sum"] { TextField(name) } }
        let values = try form.filled(with: ["card": "4111", "voucher": "abcd", "sum": "5"])
        _ = try await submission.perform(.form(form, receiver: nil), filledWith: values)
        let choice = try #require(seen.withLock(\.self).first)
        #expect(choice.title == "Pay ***")
        #expect(choice.values == ["card": "***", "voucher": "***", "sum": "5"])
    }
}
