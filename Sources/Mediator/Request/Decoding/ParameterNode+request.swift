extension ParameterNode {
    /// The tree of a request: body over path over query where names clash.
    init(_ parameters: Parameters, body: Payload?) throws(PayloadError) {
        self.init()
        for item in parameters.query { add(item) }
        for item in parameters.path { replace(item) }
        guard let body else { return }
        let json = try body.tree()
        if case .object = json {
            merge(json)
        } else {
            // A body without names is of use to a type without names only, for which path and query say nothing.
            self = ParameterNode(json: json)
        }
    }
}
