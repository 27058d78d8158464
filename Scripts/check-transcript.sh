#!/bin/sh
# Runs the sessions that a document shows and compares what they print, character by character.
#
# A session is a block between ```console and ```. A line that begins with "$ " is run by sh in the repository's root,
# with `switchboard` as the debug build with `--demo` and the plugins; the lines below are its output, standard error included.
set -eu
cd "$(dirname "$0")/.."
document=$1

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/home" "$folder/plugins"
# The document knows the plugins of the repository, not those that its reader adds.
cp .build/plugins/libCoupons.so .build/plugins/libCouponInterface.so "$folder/plugins/"
cat > "$folder/bin/switchboard" <<END
#!/bin/sh
exec "$PWD/.build/debug/switchboard" --modules "$folder/plugins" --demo "\$@"
END
chmod +x "$folder/bin/switchboard"

awk '/^```console$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$document" > "$folder/expected"
grep -q '^\$ ' "$folder/expected" || { echo "$document shows no session" >&2; exit 1; }
grep '^\$ ' "$folder/expected" | while IFS= read -r line; do
    printf '%s\n' "$line"
    PATH="$folder/bin:$PATH" HOME="$folder/home" sh -c "${line#\$ }" < /dev/null 2>&1 || true
done > "$folder/found"
diff -u "$folder/expected" "$folder/found"
echo "$document: $(grep -c '^\$ ' "$folder/expected") commands print what it says"
