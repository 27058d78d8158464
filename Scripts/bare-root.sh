#!/usr/bin/env bash
# Runs a command in a clone of the checkout, in a bare Debian with PACKAGES (names separated by commas). Only the
# loopback interface is reachable, nothing listens on it, and changes are discarded. /mnt has the files of `make dist`.
#
# Usage: bare-root.sh [--toolchain] NAME PACKAGES COMMAND       --toolchain: the Swift toolchain is at its usual path
# Needs root, unshare, chroot and mmdebstrap. A bare root takes three minutes; if $FRESH_ROOT is set, it is
# kept in $FRESH_ROOT, in a folder for the name and the packages.
set -euo pipefail
toolchain=
if [ "$1" = --toolchain ]; then
    swift=$(readlink -f "$(command -v swift)")
    toolchain=${swift%/usr/bin/*}
    [ -n "$toolchain" ] || { echo "bare-root: the toolchain must be in its own folder, not in /usr" >&2; exit 1; }
    shift
fi
name=$1 packages=$2 command=$3
checkout=$(cd "$(dirname "$0")/.." && pwd)

"$checkout/Scripts/prerequisites.sh" require bare
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
base=${FRESH_ROOT:-$work/base}/$name-$(echo "$packages" | cksum | cut -d ' ' -f 1)
if [ ! -e "$base/complete" ]; then
    mkdir -p "$base/root"
    mmdebstrap --quiet --mode=root --variant=minbase ${packages:+--include="$packages"} bookworm - | tar -C "$base/root" -xf -
    touch "$base/complete"
fi
mkdir -p "$base/root$toolchain" "$work/upper" "$work/scratch" "$work/root"
export base work toolchain checkout
# An overlay leaves the bare root unchanged.
unshare --mount --pid --net --fork --kill-child bash -c '
    set -euo pipefail
    ip link set lo up
    mount -t overlay overlay -o "lowerdir=$base/root,upperdir=$work/upper,workdir=$work/scratch" "$work/root"
    [ -z "$toolchain" ] || mount --rbind "$toolchain" "$work/root$toolchain"
    [ ! -e "$checkout/.build/dist" ] || mount --bind -o ro "$checkout/.build/dist" "$work/root/mnt"
    mount -t proc proc "$work/root/proc"
    mount --rbind /dev "$work/root/dev"
    git clone --quiet "$checkout" "$work/root/root/switchboard"
    exec chroot "$work/root" /usr/bin/env -i HOME=/root LANG=C.UTF-8 TERM=xterm \
        PATH="${toolchain:+$toolchain/usr/bin:}/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin" \
        bash -c "cd /root/switchboard && $1"' bare "$command"
