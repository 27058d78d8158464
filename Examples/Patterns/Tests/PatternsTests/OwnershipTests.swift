import ModuleTesting
import Testing

@testable import Patterns

/// Finds the owners in a pattern: if only one object is kept, it holds the other objects that survive.
@Suite struct OwnershipTests {
    typealias Parts = [String: any AnyObject & Sendable]

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let parts: @Sendable () -> Parts
        let holds: [String: Set<String>]

        init(_ name: String, _ holds: [String: Set<String>], parts: @escaping @Sendable () -> Parts) {
            testDescription = name
            self.holds = holds
            self.parts = parts
        }
    }

    static let rows = [
        Row("MVC", ["controller": ["view", "model"], "view": [], "model": []]) {
            let controller = MVC.Controller()
            return ["controller": controller, "view": controller.view, "model": controller.model]
        },
        Row("MVC, variant", ["controller": ["view", "model"], "view": ["model"], "model": []]) {
            let controller = MVCVariant.Controller()
            return ["controller": controller, "view": controller.view, "model": controller.model]
        },
        Row(
            "MVP",
            ["controller": ["presenter", "view", "model"], "presenter": ["view", "model"], "view": [], "model": []]
        ) {
            let controller = MVP.Controller()
            let presenter = controller.presenter
            return ["controller": controller, "presenter": presenter, "view": presenter.view, "model": presenter.model]
        },
        Row(
            "MVVM, observing",
            ["controller": ["view model", "view", "model"], "view model": ["view", "model"], "view": [], "model": []]
        ) {
            let controller = MVVMObserving.Controller()
            let viewModel = controller.viewModel
            return [
                "controller": controller, "view model": viewModel, "view": viewModel.view, "model": viewModel.model,
            ]
        },
        Row("MVVM, holding", ["view": ["view model", "model"], "view model": ["model"], "model": []]) {
            let view = MVVMHolding.View()
            return ["view": view, "view model": view.viewModel, "model": view.viewModel.model]
        },
        Row(
            "MVVM, binding",
            ["controller": ["view model", "view", "model"], "view model": ["model"], "view": [], "model": []]
        ) {
            let controller = MVVMBinding.Controller()
            let viewModel = controller.viewModel
            return [
                "controller": controller, "view model": viewModel, "view": controller.view, "model": viewModel.model,
            ]
        },
        Row("MVCS", ["controller": ["view", "store", "model"], "store": ["model"], "view": [], "model": []]) {
            let controller = MVCS.Controller()
            let store = controller.store
            return ["controller": controller, "view": controller.view, "store": store, "model": store.model]
        },
        Row(
            "VIPER",
            [
                "view": ["presenter", "interactor", "router", "entity"],
                "presenter": ["interactor", "router", "entity"], "interactor": ["entity"], "router": [], "entity": [],
            ]
        ) {
            let view = VIPER.View()
            let presenter = view.presenter
            return [
                "view": view, "presenter": presenter, "interactor": presenter.interactor, "router": presenter.router,
                "entity": presenter.interactor.entity,
            ]
        },
    ]

    private struct Weak {
        weak let object: (any AnyObject)?
    }

    /// Returns the other parts that survive if only one part is kept.
    private func survivors(of name: String, _ make: () -> Parts) -> Set<String> {
        var parts = make()
        let observed = parts.mapValues { Weak(object: $0) }
        let kept = parts[name]
        parts = [:]
        return withExtendedLifetime(kept) { Set(observed.filter { $0.key != name && $0.value.object != nil }.keys) }
    }

    @Test(arguments: rows)
    func `each part of a pattern holds exactly the parts that the pattern defines`(row: Row) {
        for (part, held) in row.holds { #expect(survivors(of: part, row.parts) == held, "\(part)") }
        #expect(survivors(of: "no part", row.parts).isEmpty, "a cycle keeps parts alive")
    }
}
