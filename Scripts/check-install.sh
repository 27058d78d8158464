#!/bin/sh
# Installs into a new folder and runs what was installed; then loads plugins across debug and release, both ways.
set -eu
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
mkdir -p "$folder/prefix/share/switchboard/modules"
touch "$folder/prefix/share/switchboard/modules/mine"
make --no-print-directory install PREFIX="$folder/prefix"
make --no-print-directory install PREFIX="$folder/prefix"
[ -e "$folder/prefix/share/switchboard/modules/mine" ] || { echo "the install removed a user's module" >&2; exit 1; }
swift build --build-system native -c release --package-path Plugins/Coupons
mkdir "$folder/debug" "$folder/release" "$folder/elsewhere"
for build in debug release; do
    cp "Plugins/Coupons/.build/$build/libCoupons.so" "Plugins/Coupons/.build/$build/libCouponInterface.so" "$folder/$build/"
done

expect() {
    wanted=$1
    shift
    found=$("$@" 2>&1) || { echo "failed: $*"; echo "$found"; exit 1; }
    case $found in *"$wanted"*) ;; *) echo "expected \"$wanted\" from: $*"; echo "$found"; exit 1 ;; esac
}

cd "$folder/elsewhere"
checkout=$OLDPWD
for host in "$folder/prefix/bin/switchboard" "$checkout/.build/debug/switchboard"; do
    for plugin in debug release; do
        expect "Coupons" "$host" --modules "$folder/$plugin" open app://coupons/list
        expect '"discount"' "$host" --modules "$folder/$plugin" call app://coupons/redeem --body '{"code":"NEST300","rent":9000}'
    done
done

installed=$folder/prefix/bin/switchboard
expect "$folder/prefix/share/switchboard/sdk/Sources" "$installed" sdk path
"$checkout/Scripts/check-example.sh" "$("$installed" sdk path)" "$installed"
expect "Homes to let" "$installed" open app://rent/list
mkdir "$folder/new"
"$checkout/Scripts/check-new-module.sh" "$installed" "$folder/new"
(cd "$checkout" && Scripts/check-new-module.sh .build/debug/switchboard Plugins)
if readelf -d "$folder"/prefix/lib/switchboard/*.so "$folder/prefix/lib/switchboard/switchboard" | grep RUNPATH |
    grep -v '\[\$ORIGIN[^:]*\(:\$ORIGIN[^:]*\)*\]'; then
    echo "the lines above name a folder of the build machine" >&2
    exit 1
fi
echo "the installed tree runs, with plugins of both kinds"
