//! The command line: parsing, printing, wiring. What a command does is in `commands/`, one file each.

mod cli;
mod commands;
mod exit;
mod home;
mod job;
mod progress;
mod ui;

use clap::Parser as _;
use cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let ui = ui::Ui::new(cli.color);
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(1024).build() {
        Ok(runtime) => runtime,
        Err(error) => return ui.fail(&anyhow::Error::new(error).context("the async runtime could not be started"), exit::USAGE),
    };
    let result = runtime.block_on(commands::run(cli.command, &ui));
    // A world that hangs keeps its thread; waiting for it would hang us too.
    runtime.shutdown_background();
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            // What was wrong with the user's data is often why.
            home::say_warnings(&ui);
            let code = ui.fail(&error, exit::code_of(&error));
            if let Some(hint) = exit::hint_for(&error) {
                ui.hint(hint);
            }
            code
        }
    }
}
