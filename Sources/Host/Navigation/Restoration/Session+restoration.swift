@_spi(Host) import ModuleKit

extension Session {
    /// Brings the stack of the last session back, and keeps this one's from now on.
    ///
    /// - Parameter isShown: whether the page on top is written.
    func restore(from file: StackFile?, isShown: Bool) async {
        guard let file else {
            let message =
                "the stack is not kept: neither XDG_STATE_HOME nor HOME names a folder; set one, or leave out "
                + HostOptions.restore.name
            return console.report(Failure(code: "restore", message: message, exitCode: .done))
        }
        let snapshot: StackSnapshot?
        do {
            snapshot = try file.read()
        } catch {
            console.report(Failure(error))
            file.remove()
            snapshot = nil
        }
        let restoration = Restoration(mediator: mediator, options: options, origin: origin)
        var stack = PageStack()
        if let snapshot { stack = await restoration.stack(snapshot) }
        await mediator.show(stack.top?.entry) { [stack] in
            await navigator.take(stack, keepingIn: file, isShown: isShown) { [mediator] in mediator.shown($0) }
        }
    }
}
