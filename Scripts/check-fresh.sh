#!/usr/bin/env bash
# Runs the README's commands in a clone, in a bare Debian that has the Swift toolchain and the packages that the README names:
# `make run`, the session, the module, `make test`. Everything else is missing there, as on the machine of a new user.
#
# Needs root, unshare and chroot, and installs mmdebstrap. The bare root takes three minutes; it is kept in $FRESH_ROOT, if that is set.
set -euo pipefail
checkout=$(cd "$(dirname "$0")/.." && pwd)
least=1640
swift=$(readlink -f "$(command -v swift)")
toolchain=${swift%/usr/bin/*}
packages=$(sed -n '/^apt-get install/,/[^\\]$/p' "$checkout/README.md" | sed 's/^apt-get install//; s/\\$//' | xargs | tr ' ' ,)

command -v mmdebstrap > /dev/null || { apt-get update && apt-get install -y --no-install-recommends mmdebstrap; } >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
base=${FRESH_ROOT:-$work/base}
if [ ! -e "$base/complete" ]; then
    mkdir -p "$base/root"
    mmdebstrap --quiet --mode=root --variant=minbase --include="$packages" bookworm - | tar -C "$base/root" -xf -
    mkdir -p "$base/root$toolchain"
    touch "$base/complete"
fi

mkdir "$work/upper" "$work/scratch" "$work/root"
export base work toolchain checkout
# An overlay keeps the bare root as it is. Nothing listens there, and no address but the loopback is reached.
unshare --mount --pid --net --fork --kill-child bash -c '
    set -euo pipefail
    ip link set lo up
    mount -t overlay overlay -o "lowerdir=$base/root,upperdir=$work/upper,workdir=$work/scratch" "$work/root"
    mount --rbind "$toolchain" "$work/root$toolchain"
    mount -t proc proc "$work/root/proc"
    mount --rbind /dev "$work/root/dev"
    git clone --quiet "$checkout" "$work/root/root/switchboard"
    exec chroot "$work/root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 TERM=xterm \
        PATH="$toolchain/usr/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin" \
        bash -c "cd /root/switchboard && echo app://rent/42 | make run && Scripts/check-transcript.sh README.md &&
            Scripts/check-transcript.sh README.zh-CN.md && Scripts/check-example.sh && make test"' 2>&1 | tee "$work/output"

grep -q '^  Landlord: ' "$work/output" || { echo "make run shows no page of the app" >&2; exit 1; }
# The count of a run has the tests that were left out, too.
count=$(sed -n 's/.*Test run with \([0-9]*\) tests.* passed.*/\1/p' "$work/output" | tail -n 1)
passed=$((${count:-0} - $(grep -c '^left out: ' "$work/output" || true)))
[ "$passed" -ge "$least" ] || { echo "found $passed tests that passed, expected at least $least" >&2; exit 1; }
echo "the commands of the README hold on a bare system: $passed tests passed"
