/// Options of an easy handle, numbered as in curl.h: the kind of value (0 `long`, 10000 pointer, 20000 function) and
/// the option's own number.
enum CurlOption: CInt {
    /// `CURLOPT_FOLLOWLOCATION`
    case followLocation = 52
    /// `CURLOPT_NOSIGNAL`
    case noSignal = 99
    /// `CURLOPT_TIMEOUT_MS`
    case timeoutMilliseconds = 155
    /// `CURLOPT_PROTOCOLS`, a mask of `CURLPROTO_…`
    case protocols = 181
    /// `CURLOPT_REDIR_PROTOCOLS`, a mask of `CURLPROTO_…`
    case redirectProtocols = 182
    /// `CURLOPT_HTTP09_ALLOWED`
    case allowsHTTP09 = 285
    /// `CURLOPT_QUICK_EXIT`, since 7.87
    case quickExit = 322
    /// `CURLOPT_WRITEDATA`
    case bodyContext = 10_001
    /// `CURLOPT_URL`
    case url = 10_002
    /// `CURLOPT_PROXY`
    case proxy = 10_004
    /// `CURLOPT_ERRORBUFFER`
    case errorText = 10_010
    /// `CURLOPT_USERAGENT`
    case userAgent = 10_018
    /// `CURLOPT_HTTPHEADER`, a list
    case headers = 10_023
    /// `CURLOPT_HEADERDATA`
    case headContext = 10_029
    /// `CURLOPT_PROTOCOLS_STR`, since 7.85
    case protocolNames = 10_318
    /// `CURLOPT_REDIR_PROTOCOLS_STR`, since 7.85
    case redirectProtocolNames = 10_319
    /// `CURLOPT_WRITEFUNCTION`
    case receiveBody = 20_011
    /// `CURLOPT_HEADERFUNCTION`
    case receiveHead = 20_079
    /// `CURLOPT_OPENSOCKETFUNCTION`
    case openSocket = 20_163
}
