#!/bin/sh
# Starts Lectern in a container, and is its command `lectern` there. Started as root it gives the data folder to PUID:PGID and goes on as they; started as
# anybody else it goes on as that. Books are never touched.
set -eu

program=/usr/lib/lectern/lectern
data=${LECTERN_DATA_DIR:-/data}

# Prints a message of a level: text, or one line of JSON as the log of the server with LECTERN_LOG_FORMAT=json.
say() {
  if [ "${LECTERN_LOG_FORMAT:-}" = json ]; then
    escaped=$(printf '%s\n' "$2" | sed 's/["\\]/\\&/g' | awk '{ printf "%s%s", separator, $0; separator = "\\n" }')
    printf '{"level":"%s","time":"%s","msg":"%s"}\n' "$1" "$(date -u +%Y-%m-%dT%H:%M:%S.000Z)" "$escaped"
  else
    printf '%s\n' "$2"
  fi
}

fail() {
  say fatal "$1" >&2
  exit 1
}

[ -d "$data" ] || fail "There is no folder $data in the container: mount one there, or change LECTERN_DATA_DIR"

if [ "$(id -u)" = 0 ]; then
  uid=${PUID:-10001} gid=${PGID:-10001}
  case "$uid$gid" in *[!0-9]*) fail "PUID and PGID have to be numbers, not $uid and $gid" ;; esac
  if [ "$(stat -c %u:%g "$data")" != "$uid:$gid" ]; then
    say info "Giving $data to $uid:$gid"
    chown -R "$uid:$gid" "$data" || fail "$data cannot be given to $uid:$gid: run on the host
    sudo chown -R $uid:$gid <the folder that is mounted there>"
  fi
  exec setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs "$program" "$@"
fi

me="$(id -u):$(id -g)"
wanted="${PUID:-$(id -u)}:${PGID:-$(id -g)}"
[ "$wanted" = "$me" ] || fail "PUID and PGID are followed only by a container that starts as root, and this one runs as $me.
Start it with --user 0:0 (in a compose file user: \"0:0\"), or with --user $wanted instead of them."

if ! [ -w "$data" ] || ! [ -x "$data" ]; then
  fail "$data belongs to $(stat -c %u:%g "$data") and cannot be written by $me, who runs this container. Run on the host
    sudo chown -R $me <the folder that is mounted there>
or start the container with --user $(stat -c %u:%g "$data")."
fi
# Others of the host need not read what is kept.
if [ -O "$data" ]; then chmod go-rwx "$data" 2>/dev/null || true; fi
exec "$program" "$@"
