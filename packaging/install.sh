#!/bin/sh
# Installs Lectern from an archive, or brings an installed one up to date: run it again. Linux with glibc and macOS.
#   sh install.sh [--from <folder or https address>] [--version <x.y.z>] [--dir <folder>] [--bin <folder>] [--yes]
# `--from` is where the archives and checksums.txt lie; without it, the folder of this file. Books and data are not touched.
set -eu

fail() {
  printf 'Lectern was not installed: %s\n' "$1" >&2
  exit 1
}

usage() {
  cat <<'TEXT'
Usage: install.sh [options]
  --from <place>     folder or https address with the archives and checksums.txt; by default where this file lies
  --version <x.y.z>  that version; by default the one that checksums.txt names
  --dir <folder>     where the program goes: ~/.local/share/lectern, for root /opt/lectern
  --bin <folder>     where the command goes: ~/.local/bin, for root /usr/local/bin
  --yes              do not ask
  --uninstall        remove the program and the command; data stay
TEXT
}

# The name that archives have for this system.
find_system() {
  case "$(uname -s)" in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    *) fail "there is no archive for $(uname -s); docs/guides/install.md lists other packages" ;;
  esac
  case "$(uname -m)" in
    x86_64 | amd64) cpu=x64 ;;
    aarch64 | arm64) cpu=arm64 ;;
    *) fail "there is no archive for the processor $(uname -m)" ;;
  esac
  if [ "$os" = linux ] && ! getconf GNU_LIBC_VERSION >/dev/null 2>&1; then
    fail 'this system has another C library than glibc; install Node.js 24 or later and the npm package instead'
  fi
  system="$os-$cpu"
}

get() {
  case "$from" in
    https://*)
      command -v curl >/dev/null || fail 'curl is needed to download'
      curl --proto '=https' --tlsv1.2 -fsSL "$from/$1" -o "$work/$1" || fail "$from/$1 could not be downloaded"
      ;;
    *://*) fail "--from takes a folder or an address that begins with https://, not $from" ;;
    *)
      [ -f "$from/$1" ] || fail "$from holds no $1"
      cp "$from/$1" "$work/$1"
      ;;
  esac
}

sum() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

ask() {
  [ "$yes" = 1 ] && return
  [ -r /dev/tty ] && (: </dev/tty) 2>/dev/null || fail 'nobody can be asked here; say --yes'
  printf '%s [y/N] ' "$1" >/dev/tty
  read -r reply </dev/tty
  case "$reply" in y | Y | yes) ;; *) fail 'as you wished' ;; esac
}

uninstall() {
  [ -d "$dir" ] || fail "$dir is not there"
  [ -L "$dir/current" ] || fail "$dir was not made by this installer"
  ask "Remove $dir and $bin/lectern?"
  rm -rf "$dir/current" "$dir"/lectern-*
  rmdir "$dir" 2>/dev/null || true
  [ -L "$bin/lectern" ] && rm "$bin/lectern"
  echo 'Lectern was removed. Data folders stay where they are.'
}

install_archive() {
  find_system
  get checksums.txt
  pattern="lectern-${version:-[0-9][^ ]*}-$system.tar.gz"
  line=$(grep -E "^[0-9a-f]{64}  $pattern\$" "$work/checksums.txt" | tail -n 1)
  [ -n "$line" ] || fail "checksums.txt of $from names no archive ${version:+of $(echo "$version" | tr -d '\\') }for $system"
  archive=${line#*  }
  name=${archive%.tar.gz}
  ask "Install $name into $dir, with the command $bin/lectern?"
  get "$archive"
  [ "$(sum "$work/$archive")" = "${line%% *}" ] || fail "$archive is damaged: its checksum is another; get it again"
  mkdir -p "$dir" "$bin" || fail "$dir or $bin cannot be written; run this as root, or choose with --dir and --bin"
  # Unpacked beside what runs: a cut-off installation changes nothing.
  rm -rf "$dir/.new"
  mkdir "$dir/.new"
  tar -xzf "$work/$archive" -C "$dir/.new" || fail "$archive could not be unpacked; is the disk full?"
  before=$(readlink "$dir/current" 2>/dev/null || true)
  rm -rf "${dir:?}/$name"
  mv "$dir/.new/$name" "$dir/$name"
  rmdir "$dir/.new"
  ln -sfn "$name" "$dir/current"
  ln -sf "$dir/current/lectern" "$bin/lectern"
  tell
}

tell() {
  echo "Installed $("$bin/lectern" version) in $dir"
  if [ -n "$before" ] && [ "$before" != "$name" ]; then
    echo "Restart the server. The version before is still in $dir/$before: remove it once you are content."
  fi
  case ":$PATH:" in *":$bin:"*) ;; *) echo "Add $bin to your PATH, or call $bin/lectern." ;; esac
  echo "Start it:   lectern --library /path/to/your/books --data-dir /path/for/data"
  echo "Update it:  run this again.  Remove it:  --uninstall"
}

main() {
  from= version= yes=0 action=install
  if [ "$(id -u)" = 0 ]; then
    dir=/opt/lectern bin=/usr/local/bin
  else
    dir=${HOME:?}/.local/share/lectern bin=$HOME/.local/bin
  fi
  while [ $# -gt 0 ]; do
    case "$1" in
      --from | --version | --dir | --bin)
        [ $# -ge 2 ] || fail "$1 needs a value"
        case "$1" in
          --from) from=${2%/} ;;
          --version) version=$(printf %s "$2" | sed 's/[.+]/\\&/g') ;;
          --dir) dir=$2 ;;
          --bin) bin=$2 ;;
        esac
        shift
        ;;
      --yes) yes=1 ;;
      --uninstall) action=uninstall ;;
      -h | --help) usage && exit ;;
      *) usage >&2 && fail "unknown option $1" ;;
    esac
    shift
  done
  case "$dir$bin" in /*) ;; *) fail '--dir and --bin take whole paths' ;; esac
  [ "$action" = uninstall ] && { uninstall; exit; }
  if [ -z "$from" ]; then
    [ -f "$0" ] || fail 'say with --from where the archives lie'
    from=$(cd "$(dirname "$0")" && pwd)
  fi
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  install_archive
}

main "$@"
