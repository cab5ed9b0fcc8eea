"""The command line: ``python -m agon`` and the program ``agon``."""

from __future__ import annotations

import signal
import sys

from agon import _native

NO_COMMAND_LINE = """\
error: this build of the Python package is the gym alone, without the command line
hint: install it with the command line: pip install ./python --config-settings build-args="--features cli";
hint: or the program alone: cargo install --locked --path crates/agon"""


def main() -> int:
    """Runs one command and returns its exit code."""
    if not hasattr(_native, "main"):
        print(NO_COMMAND_LINE, file=sys.stderr)
        return 2
    # Python's own handler only takes a note for when its code runs again, which is after the command. The commands
    # that end in order on Ctrl-C put their own in place of this one.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.main(["agon", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
