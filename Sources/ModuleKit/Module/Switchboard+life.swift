@_spi(Host) import Mediator

extension Switchboard {
    /// Tells of a step in the life of a module; the last subscriber is told first where it ends.
    @_spi(Host) public func publish(_ event: Event<ModuleChange>, of module: ModuleInfo) async {
        let change = ModuleChange(module: module.name, version: "\(module.version)")
        await publish(event, change, reversed: event == .moduleWillStop)
    }
}
