#!/bin/sh
# Checks the promise of Documentation/PluginContract.md: a host, its modules and a plugin that were built against the
# current SDK work with an extended one, and are refused cleanly by one that lacks a declaration.
set -eu
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
swift build --build-system native
products=$PWD/.build/debug
mkdir "$folder/host" "$folder/plugin" "$folder/sdk"
cp "$products/switchboard" "$products"/lib*.so "$folder/host/"
cp -R Sources/Package.swift Sources/Mediator Sources/ModuleKit Sources/HostKit Sources/ModuleTesting "$folder/sdk/"

# change FILE PATTERN REPLACEMENT: edits one line of the copy of the SDK; fails if the line is missing.
change() {
    grep -q "$2" "$folder/sdk/$1" || { echo "no line of $1 matches $2; fix $0" >&2; exit 1; }
    sed -i "s|$2|$3|" "$folder/sdk/$1"
}

build_sdk() {
    swift build --build-system native --package-path "$folder/sdk"
    cp "$folder/sdk/.build/debug/libModuleKit.so" "$folder/host/libModuleKit.so"
}

host() { XDG_DATA_HOME=$folder/data XDG_CACHE_HOME=$folder/kept "$folder/host/switchboard" --modules "$folder/plugin" "$@" 2>&1; }

# expect EXIT-CODE TEXT ARGUMENT…: runs the host, and checks its exit code and a part of its output.
expect() {
    code=$1 text=$2
    shift 2
    found=$(host "$@") && status=0 || status=$?
    case $status:$found in
    "$code:"*"$text"*) echo "ok: $* → $text" ;;
    *) echo "expected $code and \"$text\" from: $*; found $status and: $found" >&2; exit 1 ;;
    esac
}

# contract TEXT: checks that Scripts/check-contract.sh reports the text for the copy.
contract() {
    found=$(Scripts/check-contract.sh "$folder/sdk/.build/debug/Modules" 2>&1) && status=0 || status=$?
    case $status:$found in
    1:"the contract $1"*) echo "ok: the contract $1" ;;
    *) echo "expected that the contract $1; found $status and: $found" >&2; exit 1 ;;
    esac
}

echo "== a plugin of today, with today's SDK"
swiftc -swift-version 6 -emit-library -parse-as-library -module-name Aged -module-cache-path "$folder/cache" \
    -I "$products/Modules" -L "$products" -lModuleKit Tests/Fixtures/Plugins/Aged.swift -o "$folder/plugin/libAged.so"
expect 0 'Aged 1.2.3: Was built long ago' call app://aged/info
expect 0 'shell' call app://aged/origin
expect 0 'a context' call app://aged/asks

echo "== the same files, with an SDK that has grown"
# The host's stored scans are for one version of the SDK, so an extended SDK gets another version.
change ModuleKit/Handshake/Contract.swift 'sdkVersion = Version(0, 2, 0)' 'sdkVersion = Version(0, 3, 0)'
module=ModuleKit/Module/Module.swift
change ModuleKit/Module/ModuleInfo.swift '^    public let name: String$' \
    '    /// Grown.\n    public let growth = ["an inch", "a foot"]\n&'
change Mediator/Pipeline/RequestOptions.swift '^    public var deadline: Duration$' \
    '    public var growth: (Int, String, Int) = (1, "an inch", 2)\n    /// How long.\n&'
change Mediator/Requests/Request.swift '^    case shell$' '    case grown(Int, String, Int)\n    /// The shell.\n&'
change Mediator/Requests/Request.swift '^        case .shell: .*$' '&\n        case .grown(_, let growth, _): growth'
change Mediator/Requests/Request.swift '\.module, \.shell, \.elsewhere: true' '.module, .shell, .elsewhere, .grown: true'
change Mediator/Requests/Request.swift '^    public var origin: Origin {.*$' \
    '    public var origin: Origin { "\\(url)" == "app://aged/origin?grown" ? .grown(1, "an inch", 2) : owner.origin }'
change $module '^    static var info: ModuleInfo { get }$' '    static var growth: String { get }\n    /// Info.\n&'
change $module '^    public func stop() async {}$' \
    '&\n    /// What a module that knows nothing of it has.\n    public static var growth: String { " (and has not grown)" }'
change ModuleKit/Handshake/Contract.swift '^        info = M.info$' \
    '        info = ModuleInfo(M.info.name, M.info.version, M.info.summary + M.growth + M.info.growth[0])'
build_sdk
contract "has grown"
expect 0 'Was built long ago (and has not grown)an inch' modules --json
expect 0 'Aged 1.2.3: Was built long ago' call app://aged/info
expect 0 'shell' call app://aged/origin
expect 0 'an origin that was not there in my day' call 'app://aged/origin?grown'
expect 0 'a context' call app://aged/asks
expect 0 'User centre' open app://account/centre

echo "== and with one that has lost a requirement"
change ModuleKit/Handshake/Contract.swift 'sdkVersion = Version(0, 3, 0)' 'sdkVersion = Version(0, 4, 0)'
change $module '^    static var parameterTypes: .*$' ''
build_sdk
contract "is broken"
expect 3 'undefined symbol' module check "$folder/plugin/libAged.so"
expect 2 'no route for app://aged/info' call app://aged/info
expect 0 'undefined symbol' modules
echo "old plugins work with an SDK that has grown, and are refused by one that has lost a declaration"
