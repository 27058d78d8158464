#!/bin/sh
# Starts nginx with the answers in this folder; Ctrl-C ends it.
#   Examples/RemoteServer/run.sh [PORT]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
port=${1:-8480}
nginx=$(command -v nginx || command -v /usr/sbin/nginx) || {
    echo "no nginx here; to do: apt-get install nginx-light" >&2
    exit 69
}
# nginx writes files next to its configuration, so the configuration is copied to a temporary folder.
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
trap 'exit 0' INT TERM
mkdir "$folder/tmp"
# If root starts nginx, its worker runs as another user.
chmod 755 "$folder"
cp -R "$here/answers" "$folder/answers"
cp -R "$here/services" "$folder/services"
sed "s/127\.0\.0\.1:8480/127.0.0.1:$port/" "$here/nginx.conf" > "$folder/nginx.conf"
echo "try: switchboard --remote http://127.0.0.1:$port/lookup open app://shop" >&2
echo "or: switchboard --service accounts=http://127.0.0.1:$port/services/accounts open app://account/login" >&2
"$nginx" -p "$folder" -c "$folder/nginx.conf" -e stderr &
server=$!
wait "$server" || {
    echo "nginx ended; to do: where the port $port is taken, name another, as in Examples/RemoteServer/run.sh 8481" >&2
    exit 1
}
