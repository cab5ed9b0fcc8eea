//! The program `agon`: the commands of `agon-cli`, optimised for speed where its own code is for size. The level of the last crate is that of the
//! optimiser of the whole.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(agon_cli::main(std::env::args_os()))
}
