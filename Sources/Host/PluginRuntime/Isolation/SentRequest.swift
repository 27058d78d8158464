@_spi(Host) import ModuleKit

/// A request of a module on its way to the host.
struct SentRequest: FrameRecord {
    let request: RelayedRequest
    private let call: SentCall?

    /// The report of the upload's progress, if the module wants one.
    var upload: UploadReport? { call?.upload }

    init(_ request: RelayedRequest) {
        self.request = request
        call = (request.options.context as? WebServiceCall).map { SentCall(call: $0, upload: nil) }
    }

    private init(
        url: String, verb: Request.Verb, body: Payload?, origin: Origin, deadline: Duration, awaitsResult: Bool,
        wantsPage: Bool, call: SentCall?
    ) {
        var options = RequestOptions(deadline: deadline)
        options.context = call?.call
        request = RelayedRequest(
            url: url, verb: verb, body: body, origin: origin, options: options, awaitsResult: awaitsResult,
            wantsPage: wantsPage)
        self.call = call
    }

    static let form = FrameForm(nil) {
        SentRequest(
            url: $0, verb: $1, body: $2, origin: $3, deadline: $4, awaitsResult: $5, wantsPage: $6, call: $7)
    } _: { sent in
        let request = sent.request
        return (
            request.url, request.verb, request.body, request.origin, request.options.deadline, request.awaitsResult,
            request.wantsPage, sent.call
        )
    }
}

/// A call of a web service in a request, with a reference if the module wants to know its progress.
private struct SentCall: FrameRecord {
    let call: WebServiceCall
    let upload: UploadReport?

    static let form = FrameForm(nil) {
        (
            service: String, module: String, method: HTTPMethod, headers: [QueryItem], mediaType: String?,
            retries: Int, deadline: Duration, sensitive: [String], answerForm: WebServiceCall.AnswerForm,
            progress: SentCode?
        ) in
        let upload = try progress.map { UploadReport(try $0.reference()) }
        let call = WebServiceCall(
            service: service, module: module, method: method,
            headers: Dictionary(headers.map { ($0.name, $0.value) }) { $1 }, mediaType: mediaType, retries: retries,
            deadline: deadline, sensitiveParameters: Set(sensitive), answerForm: answerForm, progress: upload?.note)
        return SentCall(call: call, upload: upload)
    } _: { sent in
        let call = sent.call
        let headers = call.headers.sorted { $0.key < $1.key }.map { QueryItem(name: $0.key, value: $0.value) }
        return (
            call.service, call.module, call.method, headers, call.mediaType, call.retries, call.deadline,
            call.sensitiveParameters.sorted(), call.answerForm, call.progress.map { SentCode.own(.progress($0)) }
        )
    }
}
