# Shared by the scripts here: what the machine must have, and how to get it. Sourced, not run.

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "error: $*"
  exit 1
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
  "${as_root[@]}" apt-get update -qq || fail "apt-get update failed: is there a network?"
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "apt-get could not install ${missing[*]}"
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
