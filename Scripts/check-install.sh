#!/usr/bin/env bash
# Installs into a new folder and runs the installed host; then loads debug and release plugins into hosts of both kinds.
set -eu
cd "$(dirname "$0")/.."

. Scripts/expect.sh
mkdir -p "$folder/prefix/share/switchboard/modules"
touch "$folder/prefix/share/switchboard/modules/mine"
make --no-print-directory install PREFIX="$folder/prefix"
make --no-print-directory install PREFIX="$folder/prefix"
[ -e "$folder/prefix/share/switchboard/modules/mine" ] || { echo "the install removed a user's module" >&2; exit 1; }
SWITCHBOARD_SDK=$folder/prefix/share/switchboard/sdk/modules/Sources \
    swift build --build-system native -c release --package-path Plugins/Coupons --scratch-path "$folder/coupons"
mkdir "$folder/debug" "$folder/release" "$folder/elsewhere" "$folder/golden"
cp "$folder/coupons/release/libCoupons.so" "$folder/coupons/release/libCouponInterface.so" "$folder/release/"
cp Plugins/Coupons/.build/debug/libCoupons.so Plugins/Coupons/.build/debug/libCouponInterface.so "$folder/debug/"

cd "$folder/elsewhere"
checkout=$OLDPWD
for host in "$folder/prefix/bin/switchboard" "$checkout/.build/debug/switchboard"; do
    for plugin in debug release; do
        expect 0 "Coupons" "$host" --modules "$folder/$plugin" open app://coupons/list
        expect 0 'discount' "$host" --modules "$folder/$plugin" call app://coupons/redeem --body '{"code":"NEST300","rent":9000}'
    done
done

# Modules that a release has built; a debug build checks their complete answers (Tests/Golden/README.md).
cp "$checkout"/Tests/Golden/Modules/lib*.so "$folder/golden/"
golden() { expect 0 "$1" "$folder/prefix/bin/switchboard" --modules "$folder/golden" "$2" "$3"; }
"$checkout/.build/debug/switchboard" module check "$folder/golden/libGoldenPages.so" > "$folder/check" || true
# Other rows may fail, since the rules of the check are newer than the modules.
if grep -E '^(format|toolchain) +fail' "$folder/check"; then
    echo "left out: golden modules, which are of another machine or toolchain"
else
    golden "One more" open app://golden-pages/counter
    golden "a guest, 0 rooms" call "app://golden-pages/greet?name=a%20guest"
    golden "300" call app://golden-listener/price/abc
    golden "2" call app://golden-isolated/write
    golden "as it was written" call app://golden-isolated/read
fi

installed=$folder/prefix/bin/switchboard
sdk=$folder/prefix/share/switchboard/sdk
expect 0 "$sdk/Sources" "$installed" sdk path
expect 0 "$sdk/modules/Sources" "$installed" sdk path --modules
"$checkout/Scripts/check-example.sh" "$("$installed" sdk path)" "$installed"
expect 0 "Homes to let" "$installed" --demo open app://rent/list
expect 0 'Logged in as' "$installed" --demo call app://account/session/begin --body '{"user":"lin","password":"any"}'
expect 0 "Hello, 林晓" "$installed" --demo open app://account/centre
expect 0 'https://m.example.com/nowhere' "$installed" --demo open app://nowhere/x
for url in app://rent/list app://nowhere/x app://home; do
    "$installed" open "$url" > /dev/null 2>&1 && { echo "the host answers $url without --demo" >&2; exit 1; }
done
mv "$folder/prefix/share/switchboard/demo" "$folder/prefix/share/switchboard/demo.away"
"$installed" --demo modules 2>&1 | grep -q 'did not find an app' || { echo "--demo without an app is not a usage error" >&2; exit 1; }
mv "$folder/prefix/share/switchboard/demo.away" "$folder/prefix/share/switchboard/demo"
share=$folder/prefix/share
[ -z "$(groff -ww -man -Tascii -z "$share/man/man1/switchboard.1" 2>&1)" ] || { echo "troff warns of the manual page" >&2; exit 1; }
expect 0 "-F _switchboard switchboard" bash -c ". '$share/bash-completion/completions/switchboard'; complete -p switchboard"
expect 0 "_switchboard" zsh -fc "fpath=('$share/zsh/site-functions' \$fpath); autoload -U compinit; compinit -u -D; echo \$_comps[switchboard]"
expect 0 "install" fish --no-config -c ". '$share/fish/vendor_completions.d/switchboard.fish'; set PATH '$folder/prefix/bin' \$PATH; complete -C 'switchboard module ins'"
mkdir "$folder/new"
"$checkout/Scripts/check-new-module.sh" "$installed" "$folder/new"
(cd "$checkout" && Scripts/check-new-module.sh .build/debug/switchboard Plugins)
(cd "$checkout" && make sdk && Scripts/check-new-module.sh .build/debug/switchboard "$folder/new")

# A module of a debug build that crashes, without a toolchain on the path or in the library.
mkdir "$folder/crash"
flags=$(PKG_CONFIG_PATH=$sdk pkg-config --cflags --libs ModuleKit)
swiftc -swift-version 6 -Onone -g -no-toolchain-stdlib-rpath -emit-library -parse-as-library -module-name Crasher \
    $flags "$checkout/Tests/Fixtures/Plugins/Crasher.swift" \
    -o "$folder/crash/libCrasher.so"
expect 0 "Shared library: [libswiftSwiftOnoneSupport.so]" readelf -d "$folder/crash/libCrasher.so"
# For an abort, only the thread is known: Swift's unwinder cannot follow the frames of the C library's functions.
for row in 132:trap:pastTheEnd 134:abort: 139:memory:nowhere; do
    wanted=${row%%:*} function=${row##*:} way=${row#*:}
    found=$(env -i HOME="$folder" PATH=/usr/bin:/bin LD_LIBRARY_PATH="$folder/elsewhere" \
        "$installed" --modules "$folder/crash" call "app://crasher/${way%:*}" 2>&1) && status=0 || status=$?
    case $wanted:$status:$found in
    134:134:*crashed:* | "$wanted:$wanted:"*crashed:*" $function("*libCrasher.so*Crasher.swift:*) ;;
    *) echo "expected $wanted and a backtrace with $function, found $status and: $found"; exit 1 ;;
    esac
done
expect 0 "132, 134, 139" "$installed" help --all

if readelf -d "$folder"/prefix/lib/switchboard/*.so "$folder/prefix/lib/switchboard/switchboard" | grep RUNPATH |
    grep -v '\[\$ORIGIN[^:]*\(:\$ORIGIN[^:]*\)*\]'; then
    echo "the lines above name a folder of the build machine" >&2
    exit 1
fi
echo "the installed tree runs, with plugins of both kinds"
