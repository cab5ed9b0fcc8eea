//! The program `agon`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(agon::main(std::env::args_os()))
}
